import type { CheckoutItemObject, CheckoutObject } from '../checkouts/object.ts'
import { intervalOf } from '../checkouts/rules/item-interval.ts'
import { takeOff } from '../checkouts/rules/totals.ts'
import { formatAmount, type Locale } from '../kit/format.ts'
import type { Amount } from '../kit/money.ts'
import { cut, lengthOf } from '../kit/text.ts'
import type { CreditDays } from '../subscriptions/rules/credit.ts'
import { translate } from './translate.ts'

/** `₮12,500 × 2`, `₮9,900 a month × 3`; nothing where the line's amount already says it. */
export function itemDetail(item: CheckoutItemObject, currency: string, locale: Locale): string | null {
  const say = translate(locale)
  const interval = intervalOf(item)
  const amount = formatAmount(item.unit_amount, currency, locale)
  const price = interval ? say(`order.per_${interval.unit}`, { amount, count: interval.count }) : amount
  if (item.quantity > 1) return say('order.times', { price, count: item.quantity })
  return interval ? price : null
}

/** So much of a description is shown, in characters: the sum stays in sight. In an order of many lines less. */
const LONGEST = 200
const LONGEST_OF_MANY = 100
const MANY = 6

/** How a line of an order of `lines` is described, on one line; null where nothing is said. */
export function itemDescription(
  { description }: Pick<CheckoutItemObject, 'description'>,
  lines: number,
): string | null {
  const longest = lines < MANY ? LONGEST : LONGEST_OF_MANY
  const text = (description ?? '').replace(/\s+/g, ' ').trim()
  if (text === '') return null
  return lengthOf(text) <= longest ? text : `${cut(text, longest - 1).trimEnd()}…`
}

/** What is taken off an order, and by which code where by one. */
export interface Deduction {
  label: string
  /** How it was counted, where the words say less than the sum. */
  exactly: string | null
  amount: Amount
  code: string | null
}

/** What is taken off, in the order in which it is; empty where nothing is. */
export function deductionsOf(
  checkout: CheckoutObject,
  locale: Locale,
  unused: CreditDays | null = null,
): Deduction[] {
  const say = translate(locale)
  const { credit_amount: credit } = checkout
  const days = unused && { count: unused.left, whole: unused.whole, plan: unused.plan }
  const label = days ? say('order.credit_days', days) : say('order.credit')
  return [
    ...takeOff(checkout.discounts, checkout.amount_subtotal).map(({ description, amount }) => ({
      label: description,
      exactly: null,
      amount,
      code: null,
    })),
    ...(credit > 0
      ? [{ label, exactly: days && say('order.credit_exact'), amount: credit, code: null }]
      : []),
    ...checkout.promotion_codes.map(({ code, amount }) => ({
      label: say('order.code', { code }),
      exactly: null,
      amount,
      code,
    })),
  ]
}
