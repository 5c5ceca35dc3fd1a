import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { fillIn } from '../customers/fill-in.ts'
import { writeEmail } from '../emails/write.ts'
import { writeSale } from '../emails/write-sale.ts'
import { recordEvent } from '../events/record.ts'
import { nextReceiptNumber } from '../projects/next-receipt-number.ts'
import type { Scope } from '../projects/project.ts'
import { sellerOf } from '../projects/seller.ts'
import { getOpenedInvoice } from './find.ts'
import type { Invoice } from './invoices-table.ts'

/**
 * Marks a locked, open invoice as paid, with its event and its receipt. The address that the payer typed is saved for
 * the invoice and its customer, if they have none.
 */
export async function completeInvoice(
  tx: Tx,
  scope: Scope,
  invoice: Invoice,
  payment: { method: string; customerEmail: string | null },
): Promise<void> {
  await save(tx, invoice, {
    status: 'paid',
    activePaymentId: null,
    paymentMethod: payment.method,
    customerEmail: invoice.customerEmail ?? payment.customerEmail,
    paidAt: tx.now,
    receiptNumber: await nextReceiptNumber(scope),
  })
  const { customerId, customerEmail: email, pageLocale: locale } = invoice
  if (customerId !== null) await fillIn(tx, scope, customerId, { email, locale })
  const paid = await getOpenedInvoice(tx.sql, scope, invoice.id)
  await recordEvent(tx, scope, 'invoice.paid', paid)
  await writeSale(tx, scope, `invoice-${invoice.id}`, { invoice: paid })
  if (paid.customer_email === null) return
  await writeEmail(tx, scope, {
    kind: 'receipt',
    cause: `invoice-${invoice.id}`,
    recipient: paid.customer_email,
    locale: invoice.pageLocale ?? scope.project.locale,
    customerId: paid.customer_id,
    payload: { invoice: paid, project: sellerOf(scope.project) },
  })
}
