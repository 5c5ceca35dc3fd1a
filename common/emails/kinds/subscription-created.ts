import { formatDate } from '../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { type EmailContent, fact, inside, type Setting } from './content.ts'
import { footOf, priceLine } from './subscription.ts'

/** To the customer: what was bought, or is tried, until when that is paid or free, and where to look after it. */
export function subscriptionCreated(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription } = words
  const { say, locale, project, shop } = setting
  const product = inside(subscription.product.name)
  const trial = subscription.status === 'trialing'
  const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const lead = trial ? 'created.lead_trial' : 'created.lead'
  return {
    subject: say(trial ? 'created.subject_trial' : 'created.subject', { product, shop }),
    preview: say(lead, { product, shop, date }),
    lead,
    trial,
    product,
    date,
    facts: [
      ...fact(say('fact.plan'), subscription.product.name),
      ...fact(say(trial ? 'fact.price_after' : 'fact.price'), priceLine(subscription.price, setting)),
      ...fact(say(trial ? 'fact.free_until' : 'fact.paid_until'), date, true),
    ],
    url: portalUrl(subscription.customer_id),
    foot: footOf(setting),
  }
}
