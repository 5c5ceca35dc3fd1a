import type { LineResult } from './object.ts'

/** A line of the report that a merchant downloads. */
export interface ReportLine {
  line: number
  date: string | null
  amount: number | null
  description: string
  sender: string | null
  result: LineResult
  reference: string | null
  paymentId: number | null
  expectedAmount: number | null
  confirmed: boolean
  message: string | null
}

const HEADERS = [
  'line',
  'date',
  'amount',
  'description',
  'sender',
  'result',
  'reference',
  'payment_id',
  'expected_amount',
  'confirmed',
  'message',
]

/** Writes a report as CSV in UTF-8 with a byte order mark. Amounts are whole units. */
export function writeReport(lines: readonly ReportLine[]): string {
  const rows = lines.map((one) => [
    one.line,
    one.date,
    one.amount,
    one.description,
    one.sender,
    one.result,
    one.reference,
    one.paymentId,
    one.expectedAmount,
    one.confirmed ? 'yes' : 'no',
    one.message,
  ])
  return `\uFEFF${[HEADERS, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

/** Spreadsheets run a cell that begins with one of these signs as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
