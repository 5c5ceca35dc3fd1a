import { portalUrl } from '../../links/portal.ts'
import { planName } from '../../text/plan-name.ts'
import { priceLine } from '../../text/price-line.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'
import { footOf } from './subscription.ts'

/** To the customer: a scheduled change was taken back, and the present plan goes on at the next renewal. */
export function changeWithdrawn({ subscription }: SubscriptionPayload, setting: Setting): EmailContent {
  const { say, locale, project, shop } = setting
  const { price } = subscription
  const about = { plan: shortName({ name: planName(price) }), shop }
  return {
    subject: say('email.unscheduled.subject', about),
    preview: say('email.unscheduled.lead', about),
    ...about,
    facts: [
      ...fact(say('email.fact.plan'), planName(price)),
      ...fact(say('email.fact.price'), priceLine(price, project.currency, locale), true),
      ...dayFact(say('email.fact.paid_until'), subscription.current_period_end, setting, true),
    ],
    url: portalUrl(subscription.customer_id, setting.linkVersion),
    foot: footOf(setting),
  }
}
