import { formatDate } from '../../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { defineEmail } from '../define-email.ts'
import { dayFact, fact } from './content.ts'
import { footOf, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: the subscription ends with the paid period, as requested. It can be resumed until then. */
export const cancellationRequested = defineEmail<SubscriptionPayload>({
  template: 'cancellation_requested',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(({ status, canceledAt }) => status !== 'canceled' && canceledAt !== null),
  content({ subscription }, setting) {
    const { t, locale, project, shop } = setting
    const about = {
      product: shortName(subscription.product),
      shop,
      date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
    }
    return {
      subject: t('email.cancel.subject', about),
      preview: t('email.cancel.lead', about),
      ...about,
      facts: [
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...dayFact(t('email.fact.access_until'), subscription.current_period_end, setting, true),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
