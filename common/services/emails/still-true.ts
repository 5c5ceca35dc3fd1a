import type { Sql } from '../../../db/sql.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import type { InvoiceObject } from '../../domain/invoices/object.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import type { StillTrue } from './define-email.ts'

/** For emails about facts that cannot change. */
export const always: StillTrue<unknown> = async () => true

/** An open invoice that no payment waits for: a customer who has reported one owes nothing more. */
export const whileInvoicePayable: StillTrue<{ invoice: Pick<InvoiceObject, 'id'> }> = async (
  sql,
  { invoice },
) =>
  !!(await sql.row(
    `SELECT id FROM invoices WHERE id = ? AND status = 'open' AND NOT EXISTS
       (SELECT 1 FROM payments WHERE payable_type = 'invoice' AND payable_id = invoices.id AND status = 'pending')`,
    [invoice.id],
  ))

/** Returns whether at least one of these rows is in one of these states. */
export async function isOneIn(
  sql: Sql,
  table: 'checkouts' | 'payments',
  ids: readonly number[],
  states: readonly (CheckoutObject['status'] | PaymentObject['status'])[],
): Promise<boolean> {
  return !!(await sql.row(`SELECT id FROM ${table} WHERE id IN (?) AND status IN (?) LIMIT 1`, [ids, states]))
}

/** Returns a check that the payment is in one of these states. */
export function whilePayment(
  ...states: PaymentObject['status'][]
): StillTrue<{ payment: Pick<PaymentObject, 'id'> }> {
  return (sql, { payment }) => isOneIn(sql, 'payments', [payment.id], states)
}
