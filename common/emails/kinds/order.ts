import type { CheckoutObject } from '../../checkouts/object.ts'
import { itemDetail } from '../../checkouts/rules/item-detail.ts'
import { takeOff } from '../../checkouts/rules/totals.ts'
import { formatAmount } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import type { Setting } from './content.ts'

export interface OrderLines {
  items: { name: string; detail: string | null; amount: string }[]
  deductions: { label: string; amount: string }[]
  total: string
}

/** What was ordered, line by line, as the checkout page says it. */
export function orderLines(checkout: CheckoutObject, { say, locale }: Setting): OrderLines {
  const money = (amount: Amount) => formatAmount(amount, checkout.currency, locale)
  const off = (label: string, amount: Amount) => ({ label, amount: `−${money(amount)}` })
  return {
    items: checkout.items.map((item) => ({
      name: item.name,
      detail: itemDetail(item, money, say),
      amount: money(item.amount_subtotal),
    })),
    deductions: [
      ...takeOff(checkout.discounts, checkout.amount_subtotal).map(({ description, amount }) =>
        off(description, amount),
      ),
      ...(checkout.credit_amount > 0 ? [off(say('order.credit'), checkout.credit_amount)] : []),
      ...checkout.promotion_codes.map(({ code, amount }) => off(say('order.code', { code }), amount)),
    ],
    total: money(checkout.amount_total),
  }
}
