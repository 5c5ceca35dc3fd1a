/** Explains what happens with the address of a picture. The API returns the address unchanged. */
export const OUR_COPY =
  'Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public ' +
  'address; redirects are not followed. Send the address again to refresh the copy.'

/** The formats of our copies, which both browsers and mail programs can show. */
export type CopyType = 'png' | 'jpeg'

/** Our own copy of a picture. Its name contains the hash of its content, so it can be cached permanently. */
export interface Picture {
  /** The path from the root of our address: `/assets/pictures/7/….png`. */
  path: string
  /** In pixels of the picture. */
  width: number
  height: number
  /** Whether any part is transparent: on a dark page it needs a light background. */
  clear: boolean
}

/** In pixels, of the picture or of the page. */
export interface Box {
  width: number
  height: number
}

/** The copy that is shown next to a line of an order, or of a bank's logo. */
const LINE_COPY = { box: { width: 96, height: 96 }, heaviest: 5 * 1024 } as const

/** The possible owners of a picture, with the maximum size of our copy in pixels and its weight in bytes. */
export const subjects = {
  // Twice the size shown, for sharp screens. Together they keep a page far below its limit of 60 KiB.
  project: { box: { width: 320, height: 80 }, heaviest: 12 * 1024 },
  product: LINE_COPY,
  item: LINE_COPY,
} as const satisfies Record<string, { box: Box; heaviest: number }>

export type Subject = keyof typeof subjects

/** The most order lines with pictures. A longer order reads better without pictures, and loads faster. */
export const MOST_PICTURED = 5

/** Returns whether a logo is a word mark: it is much wider than high, so it contains the shop's name. */
export function isWordMark({ width, height }: Box): boolean {
  return width > 1.6 * height
}

/** The space for a logo, and for a product's picture, in pixels of the page. */
export const LOGO_BOX: Box = { width: 160, height: 40 }
export const LINE_BOX: Box = { width: 48, height: 48 }
/** The space for a picture in a list. */
export const THUMB_BOX: Box = { width: 40, height: 40 }

/** The information in the name of a copy. */
export interface Named extends Box {
  hash: Buffer
  type: CopyType
  clear: boolean
}

const NAME = /^([0-9a-f]{64})-(\d{1,3})x(\d{1,3})(c?)\.(png|jpeg)$/

/** Returns the name of a copy: all its properties except the bytes. It is stored with the picture's owner. */
export function pictureName({ hash, width, height, clear, type }: Named): string {
  return `${hash.toString('hex')}-${width}x${height}${clear ? 'c' : ''}.${type}`
}

/** Parses a name. Returns null if it is not a valid name. */
export function readName(name: string): Named | null {
  const [, hash, width, height, clear, type] = NAME.exec(name) ?? []
  if (hash === undefined) return null
  return {
    hash: Buffer.from(hash, 'hex'),
    width: Number(width),
    height: Number(height),
    clear: clear === 'c',
    type: type as CopyType,
  }
}

/** Returns the picture of a project with this name, or null. */
export function pictureOf(projectId: number, name: string | null): Picture | null {
  const known = name === null ? null : readName(name)
  if (!known) return null
  const { width, height, clear } = known
  return { path: `/assets/pictures/${projectId}/${name}`, width, height, clear }
}

/** Returns the size at which a picture is shown in its place. It keeps its proportions and is never enlarged. */
export function shownIn(place: Box, { width, height }: Box): Box {
  const scale = Math.min(1, place.width / width, place.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
