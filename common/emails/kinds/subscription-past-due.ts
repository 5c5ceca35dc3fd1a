import { formatDate } from '../../kit/format.ts'
import { renewUrl } from '../../links/renewal.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { type EmailContent, fact, inside, type Setting } from './content.ts'
import { footOf, nextPrice, periodSum, planFact, priceLine } from './subscription.ts'

/** To the customer: the period is over and unpaid, and until when access stays open all the same. */
export function subscriptionPastDue(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription, access_ends_at: accessEndsAt } = words
  const { say, locale, project, shop } = setting
  const price = nextPrice(words)
  const day = (at: string) => formatDate(new Date(at), project.timezone, locale)
  const about = {
    product: inside(subscription.product.name),
    shop,
    date: day(subscription.current_period_end),
    until: day(accessEndsAt ?? subscription.current_period_end),
  }
  return {
    subject: say('overdue.subject', about),
    preview: say('overdue.access', about),
    ...about,
    amount: periodSum(price, setting),
    facts: [
      ...planFact(words, say),
      ...fact(say('fact.price'), priceLine(price, setting)),
      ...fact(say('fact.was_paid_until'), about.date),
      ...fact(say('fact.access_until'), about.until, true),
    ],
    url: renewUrl(subscription.id),
    foot: footOf(setting),
  }
}
