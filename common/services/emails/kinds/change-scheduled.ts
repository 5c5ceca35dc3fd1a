import { formatDate } from '../../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { priceLine } from '../../text/price-line.ts'
import { defineEmail } from '../define-email.ts'
import { fact } from './content.ts'
import { footOf, nextPrice, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: the next renewal is for another plan, and the deadline to keep the current one. */
export const changeScheduled = defineEmail<SubscriptionPayload>({
  template: 'change_scheduled',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(({ status, isScheduled }) => status !== 'canceled' && isScheduled),
  content(payload, setting) {
    const { subscription } = payload
    const { t, locale, project, shop } = setting
    const price = nextPrice(payload)
    const about = {
      next: shortName({ name: planName(price) }),
      shop,
      date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
    }
    return {
      subject: t('email.scheduled.subject', about),
      preview: t('email.scheduled.lead', about),
      ...about,
      facts: [
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...fact(t('email.fact.plan_next'), planName(price), true),
        ...fact(t('email.fact.price'), priceLine(price, project.currency, locale), true),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
