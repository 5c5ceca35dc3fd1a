import { BYTE_ORDER_MARK } from '../../kit/csv.ts'

/** A line of a report, in the order of its cells. */
export type ReportCells = readonly (string | number | null)[]

/** Writes a report as CSV in UTF-8 with a byte order mark. */
export function writeReport(headers: readonly string[], lines: readonly ReportCells[]): string {
  return `${BYTE_ORDER_MARK}${[headers, ...lines].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

/** Spreadsheets run a cell that begins with one of these signs as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
