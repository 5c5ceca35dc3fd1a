import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findCheckout } from '../../../common/services/checkouts/find.ts'
import { findInvoice } from '../../../common/services/invoices/find.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { lineName } from '../../../common/services/text/names.ts'
import { type Deduction, deductionsOf } from '../../../common/services/text/order-in-words.ts'
import { onConnection } from '../../../db/sql.ts'

/** The parts of an order or invoice that help the merchant to recognise the payment. */
export interface OrderSummary {
  lines: { name: string; quantity: number; amount: Amount }[]
  deductions?: Deduction[]
  total: Amount
  client_reference_id: string | null
  /** An invoice's number; null for a checkout. */
  number: string | null
}

/** Returns a summary of the order or invoice that a payment is for. */
export async function summaryOf(
  scope: Scope,
  { payable, amount }: PaymentObject,
  locale: Locale,
): Promise<OrderSummary> {
  if (payable.type === 'checkout') {
    const checkout = await onConnection((sql) => findCheckout(sql, scope, payable.id, now()))
    if (checkout) return checkoutSummary(checkout, locale)
  } else {
    const invoice = await onConnection((sql) => findInvoice(sql, scope, payable.id))
    if (invoice) {
      const { description, number, client_reference_id } = invoice
      const line = { name: description ?? number ?? '', quantity: 1, amount: invoice.amount }
      return { lines: [line], total: invoice.amount, client_reference_id, number }
    }
  }
  return { lines: [], total: amount, client_reference_id: null, number: payable.number }
}

/** Returns a summary of a checkout. */
export function checkoutSummary(checkout: CheckoutObject, locale: Locale): OrderSummary {
  return {
    lines: checkout.items.map((item) => ({
      name: lineName(item),
      quantity: item.quantity,
      amount: item.amount_subtotal,
    })),
    deductions: deductionsOf(checkout, locale),
    total: checkout.amount_total,
    client_reference_id: checkout.client_reference_id,
    number: null,
  }
}
