import { portalUrl } from '../../links/portal.ts'
import { planName } from '../../text/plan-name.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'
import { footOf } from './subscription.ts'

/** To the customer: a requested cancellation was taken back, and until when the subscription is paid or free. */
export function cancellationWithdrawn({ subscription }: SubscriptionPayload, setting: Setting): EmailContent {
  const { say, shop } = setting
  const about = { product: shortName(subscription.product), shop }
  const trial = subscription.status === 'trialing'
  return {
    subject: say('email.resumed.subject', about),
    preview: say('email.resumed.lead', about),
    ...about,
    trial,
    facts: [
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...dayFact(
        say(trial ? 'email.fact.free_until' : 'email.fact.paid_until'),
        subscription.current_period_end,
        setting,
        true,
      ),
    ],
    url: portalUrl(subscription.customer_id, setting.linkVersion),
    foot: footOf(setting),
  }
}
