import { findCheckout } from '../../../common/checkouts/find-checkout.ts'
import { findInvoice } from '../../../common/invoices/find-invoice.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import type { Locale } from '../words.ts'
import { checkoutSummary } from './view.ts'
import type { TransferSummary } from './view.ts'

/** What a payment is for, as its merchant is reminded of it. */
export async function summaryOf(
  scope: Scope,
  { payable, amount }: PaymentObject,
  locale: Locale,
): Promise<TransferSummary> {
  if (payable.type === 'checkout') {
    const checkout = await read((sql) => findCheckout(sql, scope, payable.id, now()))
    if (checkout) return checkoutSummary(checkout, locale)
  } else {
    const invoice = await read((sql) => findInvoice(sql, scope, payable.id))
    if (invoice) {
      const { description, number, client_reference_id } = invoice
      const line = { name: description ?? number ?? '', quantity: 1, amount: invoice.amount }
      return { lines: [line], total: invoice.amount, client_reference_id, number }
    }
  }
  return { lines: [], total: amount, client_reference_id: null, number: payable.number }
}
