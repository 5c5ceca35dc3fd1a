import { formatDateTime } from '../../kit/format.ts'
import { portalUrl } from '../../subscriptions/portal-link.ts'
import type { SubscriptionWords } from '../words.ts'
import { fact } from './letter.ts'
import type { Letter, Setting } from './letter.ts'
import { footOf } from './subscription.ts'

/** To the customer: access is over, why, and how to have it again. */
export function subscriptionCanceled(words: SubscriptionWords, setting: Setting): Letter {
  const { subscription } = words
  const { say, locale, project } = setting
  const product = subscription.product.name
  const shop = project.name
  const lead = `ended.lead_${subscription.cancellation_reason ?? 'requested'}` as const
  const endedAt =
    subscription.ended_at && formatDateTime(new Date(subscription.ended_at), project.timezone, locale)
  return {
    subject: say('ended.subject', { product, shop }),
    preview: say(lead, { product, shop }),
    lead,
    product,
    sold: subscription.price.active && subscription.product.active,
    facts: [...fact(say('fact.plan'), product), ...fact(say('fact.ended'), endedAt, true)],
    url: portalUrl(subscription),
    foot: footOf(setting),
  }
}
