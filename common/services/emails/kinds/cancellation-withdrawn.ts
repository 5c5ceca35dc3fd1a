import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { defineEmail } from '../define-email.ts'
import { fact } from './content.ts'
import { footOf, periodEndFact, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: the cancellation was withdrawn, and when the paid or free period ends. */
export const cancellationWithdrawn = defineEmail<SubscriptionPayload>({
  template: 'cancellation_withdrawn',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(({ status, canceledAt }) => status !== 'canceled' && canceledAt === null),
  content({ subscription }, setting) {
    const { t, shop } = setting
    const about = { product: shortName(subscription.product), shop }
    const trial = subscription.status === 'trialing'
    return {
      subject: t('email.resumed.subject', about),
      preview: t('email.resumed.lead', about),
      ...about,
      trial,
      facts: [
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...periodEndFact(subscription, setting),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
