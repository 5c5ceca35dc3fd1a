import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { defineEmail } from '../define-email.ts'
import { dayFact, fact } from './content.ts'
import { footOf, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: the cancellation was withdrawn, and when the paid or free period ends. */
export const cancellationWithdrawn = defineEmail<SubscriptionPayload>({
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
        ...dayFact(
          t(trial ? 'email.fact.free_until' : 'email.fact.paid_until'),
          subscription.current_period_end,
          setting,
          true,
        ),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
