import { formatDate } from '../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName } from '../../text/plan-name.ts'
import { priceLine } from '../../text/price-line.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { type EmailContent, fact, type Setting } from './content.ts'
import { footOf, nextPrice } from './subscription.ts'

/** To the customer: the next renewal is for another plan, and until when the present one can be kept. */
export function changeScheduled(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription } = words
  const { say, locale, project, shop } = setting
  const price = nextPrice(words)
  const about = {
    next: shortName({ name: planName(price) }),
    shop,
    date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
  }
  return {
    subject: say('email.scheduled.subject', about),
    preview: say('email.scheduled.lead', about),
    ...about,
    facts: [
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...fact(say('email.fact.plan_next'), planName(price), true),
      ...fact(say('email.fact.price'), priceLine(price, project.currency, locale), true),
    ],
    url: portalUrl(subscription.customer_id, setting.linkVersion),
    foot: footOf(setting),
  }
}
