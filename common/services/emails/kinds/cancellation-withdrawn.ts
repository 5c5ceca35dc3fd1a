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
    const { say, shop } = setting
    const about = { product: shortName(subscription.product), shop }
    const trial = subscription.status === 'trialing'
    return {
      subject: say('email.resumed.subject', about),
      preview: say('email.resumed.lead', about),
      ...about,
      trial,
      facts: [
        ...fact(say('email.fact.plan'), planName(subscription.price)),
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
  },
})
