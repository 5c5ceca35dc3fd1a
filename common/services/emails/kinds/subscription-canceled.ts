import { isOffered } from '../../../domain/prices/offered.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName, shortName } from '../../text/names.ts'
import { defineEmail } from '../define-email.ts'
import { fact, timeFact } from './content.ts'
import { footOf, type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To the customer: access has ended, why, and how to get it again. */
export const subscriptionCanceled = defineEmail<SubscriptionPayload>({
  template: 'subscription_canceled',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(({ status }) => status === 'canceled'),
  content(payload, setting) {
    const { subscription } = payload
    const { t, shop } = setting
    const product = shortName(subscription.product)
    const reason = subscription.cancellation_reason ?? 'requested'
    const lead = `email.ended.lead_${reason}` as const
    const subject = reason === 'trial_ended' ? 'email.ended.subject_trial' : 'email.ended.subject'
    return {
      subject: t(subject, { product, shop }),
      preview: t(lead, { product, shop }),
      lead,
      product,
      sold: isOffered(subscription.price),
      facts: [
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...timeFact(t('email.fact.ended'), subscription.ended_at, setting, true),
      ],
      url: portalUrl(subscription.customer_id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
