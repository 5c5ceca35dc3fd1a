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

/** Returns a check that the payment is in one of these states. */
export function whilePayment(
  ...states: PaymentObject['status'][]
): StillTrue<{ payment: Pick<PaymentObject, 'id'> }> {
  return async (sql, { payment }) =>
    !!(await sql.row('SELECT id FROM payments WHERE id = ? AND status IN (?)', [payment.id, states]))
}
