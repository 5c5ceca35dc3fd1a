import { formatAmount } from '../../kit/format.ts'
import type { PriceObject } from '../../products/present.ts'
import type { SubscriptionWords } from '../words.ts'
import { helpLine } from './letter.ts'
import type { Setting } from './letter.ts'

/** What is charged for the next period: a scheduled price takes the place of the present one. */
export function nextPrice({ subscription, renewal_price: scheduled }: SubscriptionWords): PriceObject {
  return scheduled ?? subscription.price
}

/** The sum of one period. */
export function periodSum({ unit_amount: amount }: PriceObject, { project, locale }: Setting): string {
  return formatAmount(amount, project.currency, locale)
}

/** `₮25,000 a month`. */
export function priceLine(price: PriceObject, setting: Setting): string {
  const amount = periodSum(price, setting)
  const { recurring_interval: unit, recurring_interval_count: count } = price
  return unit ? setting.say(`order.per_${unit}`, { amount, count: count ?? 1 }) : amount
}

/** How a customer reaches the merchant. */
export function footOf(setting: Setting): string[] {
  return [helpLine(setting, setting.project.email, setting.project.supportPhone)]
}
