/** A cell of a statement: text, or the number that a spreadsheet stores. Empty text: an empty cell. */
export type Cell = string | number

/** A row of a statement with its line number in the file, from 1. */
export interface Row {
  line: number
  cells: readonly Cell[]
}

/** Returns a cell as text without surrounding and repeated white space. */
export function textOf(cell: Cell | undefined): string {
  return typeof cell === 'number' ? plainNumber(cell) : (cell ?? '').replace(/\s+/g, ' ').trim()
}

/**
 * Writes a number of a spreadsheet with digits only, rounded to 15 digits. A spreadsheet stores `1234.56` as the nearest
 * double, and only the first 15 digits of a double are exact.
 */
export function plainNumber(value: number): string {
  const [, sign = '', digits = '0', exponent = '0'] =
    /^(-?)(\d(?:\.\d+)?)e([+-]\d+)$/.exec(value.toExponential(14)) ?? []
  const all = digits.replace('.', '')
  const point = Number(exponent) + 1
  if (point > 30 || point < -30) return String(value) // no amount, no date and no reference
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0')
  const whole = Math.max(1, point)
  const fraction = padded.slice(whole).replace(/0+$/, '')
  return `${sign}${padded.slice(0, whole)}${fraction && `.${fraction}`}`
}
