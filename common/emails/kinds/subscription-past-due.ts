import { formatDate } from '../../kit/format.ts'
import { renewUrl } from '../../links/renewal.ts'
import { priceLine } from '../../text/price-line.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'
import { footOf, nextPrice, periodSum, planFact } from './subscription.ts'

/** To the customer: the period is over and unpaid, and until when access stays open all the same. */
export function subscriptionPastDue(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription, access_ends_at: accessEndsAt } = words
  const { say, locale, project, shop } = setting
  const price = nextPrice(words)
  const day = (at: string) => formatDate(new Date(at), project.timezone, locale)
  const about = {
    product: shortName(subscription.product),
    shop,
    date: day(subscription.current_period_end),
    until: day(accessEndsAt ?? subscription.current_period_end),
  }
  return {
    subject: say('email.overdue.subject', about),
    preview: say('email.overdue.access', about),
    ...about,
    amount: periodSum(price, setting),
    facts: [
      ...planFact(words, say),
      ...fact(say('email.fact.price'), priceLine(price, project.currency, locale)),
      ...dayFact(say('email.fact.was_paid_until'), subscription.current_period_end, setting),
      ...dayFact(
        say('email.fact.access_until'),
        accessEndsAt ?? subscription.current_period_end,
        setting,
        true,
      ),
    ],
    url: renewUrl(subscription.id),
    foot: footOf(setting),
  }
}
