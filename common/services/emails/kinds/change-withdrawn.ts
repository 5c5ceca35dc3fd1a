import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { priceLine } from '../../text/price-line.ts'
import { defineEmail } from '../define-email.ts'
import { dayFact, fact } from './content.ts'
import { footOf, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: a scheduled change was canceled, and the current plan continues at the next renewal. */
export const changeWithdrawn = defineEmail<SubscriptionPayload>({
  template: 'change_withdrawn',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(({ status, isScheduled }) => status !== 'canceled' && !isScheduled),
  content({ subscription }, setting) {
    const { t, locale, project, shop } = setting
    const { price } = subscription
    const about = { plan: shortName({ name: planName(price) }), shop }
    return {
      subject: t('email.unscheduled.subject', about),
      preview: t('email.unscheduled.lead', about),
      ...about,
      facts: [
        ...fact(t('email.fact.plan'), planName(price)),
        ...fact(t('email.fact.price'), priceLine(price, project.currency, locale), true),
        ...dayFact(t('email.fact.paid_until'), subscription.current_period_end, setting, true),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
