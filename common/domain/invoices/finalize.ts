import { DAY, later } from '../../kit/time.ts'

/** Formats an invoice number, such as `INV-0001`. Numbers above 9999 get more digits. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(4, '0')}`
}

/** Returns the default due date, one day after the invoice opens. For a draft, pass the current time. */
export function defaultDueDate(opens: Date): Date {
  return later(opens, DAY)
}
