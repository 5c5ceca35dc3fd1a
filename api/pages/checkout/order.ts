import type { CheckoutItemObject, CheckoutObject, CheckoutStatus } from '../../../common/checkouts/object.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { formatAmount, formatDate, words, type Locale, type WordKey } from '../words.ts'

/** What is bought, in words: the left side of every page of a checkout. */
export interface OrderView {
  label: string
  amount: string
  /** An amount of many digits is set smaller, so that it stays on one line of a phone. */
  long: boolean
  fold: string
  open: boolean
  items: { name: string; detail: string | null; amount: string }[]
  /** What is taken off, in the order in which it is; empty where nothing is. */
  deductions: { label: string; amount: string }[]
  subtotal: string
  total: string
  /** Of a recurring price: how long is paid for, and that nothing more will be taken. */
  terms: string | null
}

/** Once a transfer is reported nothing is asked of the customer any more. */
const LABELS = {
  open: 'order.to_pay',
  pending: 'order.amount',
  complete: 'order.paid',
  expired: 'order.amount',
} as const satisfies Record<CheckoutStatus, WordKey>

export function orderView(
  checkout: CheckoutObject,
  locale: Locale,
  paidUntil: Date | null,
  timezone: string,
): OrderView {
  const say = words(locale)
  const money = (amount: Amount) => formatAmount(amount, checkout.currency, locale)
  const off = (label: string, amount: Amount) => ({ label, amount: `−${money(amount)}` })
  const total = money(checkout.amount_total)
  return {
    label: say(LABELS[checkout.status]),
    amount: total,
    long: total.length > 13,
    fold: say('order.items', { count: checkout.items.length }),
    open: checkout.items.length === 1,
    items: checkout.items.map((item) => ({
      name: item.name,
      detail: detailOf(item, money, locale),
      amount: money(item.amount_subtotal),
    })),
    deductions: [
      ...checkout.discounts.map(({ description, amount }) => off(description, amount)),
      ...(checkout.credit_amount > 0 ? [off(say('order.credit'), checkout.credit_amount)] : []),
      ...checkout.promotion_codes.map(({ code, amount }) => off(say('order.code', { code }), amount)),
    ],
    subtotal: money(checkout.amount_subtotal),
    total,
    terms: termsOf(checkout, locale, paidUntil, timezone),
  }
}

/** `₮12,500 × 2`, `₮9,900 a month × 3`; nothing where the line's amount already says it. */
function detailOf(
  item: CheckoutItemObject,
  money: (amount: Amount) => string,
  locale: Locale,
): string | null {
  const say = words(locale)
  const interval = intervalOf(item)
  const price = money(item.unit_amount)
  const each = interval ? say(`order.per_${interval.unit}`, { amount: price, count: interval.count }) : price
  if (item.quantity > 1) return say('order.times', { price: each, count: item.quantity })
  return interval ? each : null
}

function termsOf(
  checkout: CheckoutObject,
  locale: Locale,
  paidUntil: Date | null,
  timezone: string,
): string | null {
  const item = checkout.items.find(intervalOf)
  const interval = item && intervalOf(item)
  if (!interval) return null
  const say = words(locale)
  return [
    say(`order.${interval.unit}s`, { count: interval.count * item.quantity }),
    ...(paidUntil ? [say('order.until', { date: formatDate(paidUntil, timezone, locale) })] : []),
    say('order.no_autocharge'),
  ].join(' ')
}

function intervalOf(item: CheckoutItemObject): { unit: 'month' | 'year'; count: number } | null {
  if (item.price.id === null || item.price.recurring_interval === null) return null
  return { unit: item.price.recurring_interval, count: item.price.recurring_interval_count ?? 1 }
}
