import type { CheckoutItemObject, CheckoutObject } from '../../checkouts/object.ts'
import { formatAmount } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import type { Setting } from './letter.ts'

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
      detail: detailOf(item, money, say),
      amount: money(item.amount_subtotal),
    })),
    deductions: [
      ...checkout.discounts.map(({ description, amount }) => off(description, amount)),
      ...(checkout.credit_amount > 0 ? [off(say('order.credit'), checkout.credit_amount)] : []),
      ...checkout.promotion_codes.map(({ code, amount }) => off(say('order.code', { code }), amount)),
    ],
    total: money(checkout.amount_total),
  }
}

function detailOf(
  item: CheckoutItemObject,
  money: (amount: Amount) => string,
  say: Setting['say'],
): string | null {
  const amount = money(item.unit_amount)
  const interval = item.price.id === null ? null : item.price.recurring_interval
  const count = item.price.id === null ? 1 : (item.price.recurring_interval_count ?? 1)
  const price = interval ? say(`order.per_${interval}`, { amount, count }) : amount
  if (item.quantity > 1) return say('order.times', { price, count: item.quantity })
  return interval ? price : null
}
