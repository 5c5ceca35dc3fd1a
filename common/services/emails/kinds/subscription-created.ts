import { formatDate } from '../../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { priceLine } from '../../text/price-line.ts'
import { defineEmail } from '../define-email.ts'
import { fact } from './content.ts'
import { footOf, periodEndFact, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: the product bought or tried, the end of the paid or free time, and the link to manage it. */
export const subscriptionCreated = defineEmail<SubscriptionPayload>({
  template: 'subscription_created',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(({ status }) => status !== 'canceled'),
  content(payload, setting) {
    const { subscription } = payload
    const { t, locale, project, shop } = setting
    const product = shortName(subscription.product)
    const trial = subscription.status === 'trialing'
    const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
    const lead = trial ? 'email.created.lead_trial' : 'email.created.lead'
    return {
      subject: t(trial ? 'email.created.subject_trial' : 'email.created.subject', { product, shop }),
      preview: t(lead, { product, shop, date }),
      lead,
      trial,
      product,
      date,
      facts: [
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...fact(
          t(trial ? 'email.fact.price_after' : 'email.fact.price'),
          priceLine(subscription.price, project.currency, locale),
        ),
        ...periodEndFact(subscription, setting),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
