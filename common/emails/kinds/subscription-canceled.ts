import { portalUrl } from '../../links/portal.ts'
import { isOffered } from '../../prices/rules/offered.ts'
import { planName } from '../../text/plan-name.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { type EmailContent, fact, type Setting, timeFact } from './content.ts'
import { footOf } from './subscription.ts'

/** To the customer: access is over, why, and how to have it again. */
export function subscriptionCanceled(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription } = words
  const { say, shop } = setting
  const product = shortName(subscription.product)
  const reason = subscription.cancellation_reason ?? 'requested'
  const lead = `email.ended.lead_${reason}` as const
  const subject = reason === 'trial_ended' ? 'email.ended.subject_trial' : 'email.ended.subject'
  return {
    subject: say(subject, { product, shop }),
    preview: say(lead, { product, shop }),
    lead,
    product,
    sold: isOffered(subscription.price),
    facts: [
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...timeFact(say('email.fact.ended'), subscription.ended_at, setting, true),
    ],
    url: portalUrl(subscription.customer_id, setting.linkVersion),
    foot: footOf(setting),
  }
}
