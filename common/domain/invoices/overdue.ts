import type { InvoiceObject } from './object.ts'

/** Returns whether an invoice is open after its due date. */
export function isOverdue({ status, due_date: due }: InvoiceObject, now: Date): boolean {
  return status === 'open' && new Date(due) < now
}
