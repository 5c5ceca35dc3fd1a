import { formatDate } from '../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName } from '../../text/plan-name.ts'
import { priceLine } from '../../text/price-line.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'
import { footOf } from './subscription.ts'

/** To the customer: what was bought, or is tried, until when that is paid or free, and where to look after it. */
export function subscriptionCreated(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription } = words
  const { say, locale, project, shop } = setting
  const product = shortName(subscription.product)
  const trial = subscription.status === 'trialing'
  const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const lead = trial ? 'email.created.lead_trial' : 'email.created.lead'
  return {
    subject: say(trial ? 'email.created.subject_trial' : 'email.created.subject', { product, shop }),
    preview: say(lead, { product, shop, date }),
    lead,
    trial,
    product,
    date,
    facts: [
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...fact(
        say(trial ? 'email.fact.price_after' : 'email.fact.price'),
        priceLine(subscription.price, project.currency, locale),
      ),
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
