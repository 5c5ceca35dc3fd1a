import { formatAmount } from '../../kit/format.ts'
import type { PriceObject } from '../../prices/object.ts'
import { planName } from '../../text/plan-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { type Fact, fact, helpLine, type Setting } from './content.ts'

/** What is charged for the next period: a scheduled price takes the place of the present one. */
export function nextPrice({ subscription, renewal_price: scheduled }: SubscriptionPayload): PriceObject {
  return scheduled ?? subscription.price
}

/** What goes on: a scheduled plan is said to be the next one, where the email speaks of the present one. */
export function planFact(words: SubscriptionPayload, say: Setting['say']): Fact[] {
  const name = planName(nextPrice(words))
  const changes = nextPrice(words).id !== words.subscription.price.id
  return fact(say(changes ? 'email.fact.plan_next' : 'email.fact.plan'), name)
}

/** The sum of one period. */
export function periodSum({ unit_amount: amount }: PriceObject, { project, locale }: Setting): string {
  return formatAmount(amount, project.currency, locale)
}

/** How a customer reaches the merchant. */
export function footOf(setting: Setting): string[] {
  return [helpLine(setting, setting.project.email, setting.project.supportPhone)]
}
