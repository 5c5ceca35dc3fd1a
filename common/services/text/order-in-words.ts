import { intervalOf, type RecurringItem } from '../../domain/checkouts/item-interval.ts'
import type { CheckoutItemObject, CheckoutObject } from '../../domain/checkouts/object.ts'
import { takeOff } from '../../domain/checkouts/totals.ts'
import type { CreditDays } from '../../domain/subscriptions/credit.ts'
import { formatAmount, type Locale } from '../../kit/format.ts'
import type { Interval } from '../../kit/interval.ts'
import type { Amount } from '../../kit/money.ts'
import { cut, lengthOf } from '../../kit/text.ts'
import { translate } from './translate.ts'

type DetailedItem = Pick<CheckoutItemObject, 'unit_amount' | 'quantity'> & RecurringItem

/** Returns `₮12,500 × 2` or `₮9,900 a month × 3`; null if the line's amount already says everything. */
export function itemDetail(item: DetailedItem, currency: string, locale: Locale): string | null {
  const { unit_amount: unitAmount, quantity } = item
  return lineDetail({ unitAmount, quantity, interval: intervalOf(item) }, currency, locale)
}

/** A line of an order. The interval is null for a one-time price. */
interface Line {
  unitAmount: Amount
  quantity: number
  interval: Interval | null
}

/** Returns the same as `itemDetail`, for a line that is not on an order yet. */
export function lineDetail(
  { unitAmount, quantity, interval }: Line,
  currency: string,
  locale: Locale,
): string | null {
  const line = { unitAmount, quantity, interval }
  if (quantity > 1) return lineText(line, currency, locale)
  return interval ? pricePerUnit(line, currency, locale) : null
}

/** Returns the price and the quantity of a line: `₮39,000 × 1`. */
export function lineText(line: Line, currency: string, locale: Locale): string {
  const price = pricePerUnit(line, currency, locale)
  return translate(locale)('order.times', { price, count: line.quantity })
}

function pricePerUnit({ unitAmount, interval }: Line, currency: string, locale: Locale): string {
  const amount = formatAmount(unitAmount, currency, locale)
  return interval
    ? translate(locale)(`order.per_${interval.unit}`, { amount, count: interval.count })
    : amount
}

/** Longest description shown, in characters, so that the total stays visible. Shorter for many lines. */
const LONGEST = 200
const LONGEST_OF_MANY = 100
const MANY = 6

/** Returns a line's description without line breaks, cut to length; null if it has none. */
export function itemDescription(
  { description }: Pick<CheckoutItemObject, 'description'>,
  lines: number,
): string | null {
  const longest = lines < MANY ? LONGEST : LONGEST_OF_MANY
  const text = (description ?? '').replace(/\s+/g, ' ').trim()
  if (text === '') return null
  return lengthOf(text) <= longest ? text : `${cut(text, longest - 1).trimEnd()}…`
}

/** A deduction from an order, with its promotion code if there is one. */
export interface Deduction {
  label: string
  /** Explains the calculation, if the label alone does not explain the amount. */
  exactly: string | null
  amount: Amount
  code: string | null
}

/** Returns the deductions of an order, in the order in which they are applied. */
export function deductionsOf(
  checkout: Omit<CheckoutObject, 'items'>,
  locale: Locale,
  unused: CreditDays | null = null,
): Deduction[] {
  const t = translate(locale)
  const { credit_amount: credit } = checkout
  const days = unused && { count: unused.left, whole: unused.whole, plan: unused.plan }
  const label = days ? t('order.credit_days', days) : t('order.credit')
  return [
    ...takeOff(checkout.discounts, checkout.amount_subtotal).map(({ description, amount }) => ({
      label: description,
      exactly: null,
      amount,
      code: null,
    })),
    ...(credit > 0 ? [{ label, exactly: days && t('order.credit_exact'), amount: credit, code: null }] : []),
    ...checkout.promotion_codes.map(({ code, amount }) => ({
      label: t('order.code', { code }),
      exactly: null,
      amount,
      code,
    })),
  ]
}
