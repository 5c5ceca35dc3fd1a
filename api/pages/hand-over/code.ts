import { encode } from 'uqr'

/** The width of the white margin in modules. Cameras need it to find the code. */
const QUIET = 4
/** The approximate side in pixels. A module has a whole number of pixels, so that edges are sharp. */
const SIDE = { small: 100, large: 200, largest: 264 }

/** A QR code to draw: dark modules as strokes on a white square of `size` modules. */
export interface CodeView {
  size: number
  /** Its width and height on the page, in pixels. */
  pixels: number
  path: string
}

/**
 * Returns the QR code of `text`. The lowest level of error correction gives the largest modules, and is enough on a screen;
 * a standard may require another. One fixed mask is used, because trying all eight takes six times as long.
 */
export function codeOf(text: string, side: keyof typeof SIDE = 'small', ecc: 'L' | 'M' = 'L'): CodeView {
  const { size, data } = encode(text, { ecc, border: QUIET, maskPattern: 0 })
  return { size, pixels: size * Math.max(2, Math.round(SIDE[side] / size)), path: data.map(rowPath).join('') }
}

/** Returns the QR code of `text` as an SVG file. */
export function drawCode(text: string): string {
  const { size, path } = codeOf(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`
  )
}

/** Returns the runs of dark modules in a row, each as one stroke along its middle. */
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
