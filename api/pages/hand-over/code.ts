import { encode } from 'uqr'

/** Modules of white around a code, without which a camera does not find it. */
const QUIET = 4
/** About so many pixels a side, in whole pixels for each module, so that every edge is sharp. */
const SIDE = { beside: 100, large: 200, alone: 264 }

/** A QR code to be drawn: dark modules as strokes on a white square of `size` modules. */
export interface CodeView {
  size: number
  /** Its width and height on the page, in pixels. */
  pixels: number
  path: string
}

/**
 * The code of `text`. A screen is not scratched: the lowest level of repair gives the largest modules, unless a
 * standard asks for another. Of the eight masks one is as good as another for addresses that end in chance, and
 * trying them all would take six times as long as all the rest.
 */
export function codeOf(text: string, side: keyof typeof SIDE = 'beside', ecc: 'L' | 'M' = 'L'): CodeView {
  const { size, data } = encode(text, { ecc, border: QUIET, maskPattern: 0 })
  return { size, pixels: size * Math.max(2, Math.round(SIDE[side] / size)), path: data.map(rowPath).join('') }
}

/** The code of `text` as a picture of its own. */
export function drawCode(text: string): string {
  const { size, path } = codeOf(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`
  )
}

/** The runs of dark modules in a row, each as one stroke through the middle of it. */
function rowPath(row: boolean[], y: number): string {
  let path = ''
  let end: number | null = null
  for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
    const light = row.indexOf(false, x)
    const next = light < 0 ? row.length : light
    path += end === null ? `M${x} ${y}.5h${next - x}` : `m${x - end} 0h${next - x}`
    x = end = next
  }
  return path
}
