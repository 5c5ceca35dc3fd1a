import type { CheckoutObject } from '../../checkouts/object.ts'
import { formatAmount } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import { deductionsOf, itemDescription, itemDetail } from '../../text/order-in-words.ts'
import { lineName } from '../../text/plan-name.ts'
import type { Setting } from './content.ts'

export interface OrderLines {
  items: { name: string; detail: string | null; description?: string | null; amount: string }[]
  deductions: { label: string; amount: string }[]
  total: string
}

/** What was ordered, line by line, as the checkout page says it. */
export function orderLines(checkout: CheckoutObject, { locale }: Setting): OrderLines {
  const { currency } = checkout
  const money = (amount: Amount) => formatAmount(amount, currency, locale)
  return {
    items: checkout.items.map((item) => ({
      name: lineName(item),
      detail: itemDetail(item, currency, locale),
      description: itemDescription(item, checkout.items.length),
      amount: money(item.amount_subtotal),
    })),
    deductions: deductionsOf(checkout, locale).map(({ label, amount }) => ({
      label,
      amount: `−${money(amount)}`,
    })),
    total: money(checkout.amount_total),
  }
}
