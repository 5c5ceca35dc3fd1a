/** The formats that we read. SVG is excluded: it is a document that can contain scripts and addresses. */
export type Kind = 'png' | 'jpeg' | 'webp' | 'gif'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

/** Detects the format from the first bytes, whatever the sender declares. Returns null for an unknown format. */
export function kindOf(bytes: Buffer): Kind | null {
  if (begins(bytes, PNG)) return 'png'
  if (begins(bytes, JPEG)) return 'jpeg'
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null
}

function begins(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix)
}
