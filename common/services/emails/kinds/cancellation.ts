import { linesOf } from '../../../domain/emails/plain.ts'
import { formatDate } from '../../../kit/format.ts'
import { config } from '../../../runtime/config.ts'
import { FEEDBACK_LABELS } from '../../text/feedback-labels.ts'
import { planName, shortName } from '../../text/names.ts'
import { priceLine } from '../../text/price-line.ts'
import { defineEmail } from '../define-email.ts'
import { dayFact, fact } from './content.ts'
import { type SubscriptionPayload, whileSubscription } from './subscription.ts'

/** To a merchant who enabled it: a subscription was canceled. With `explained`, the customer has given the reason. */
export interface CancellationPayload extends Pick<SubscriptionPayload, 'subscription'> {
  explained?: boolean
}

/**
 * To a merchant who enabled it: the customer, the subscription and its end. Sent again when the customer gives a
 * reason.
 */
export const cancellation = defineEmail<CancellationPayload>({
  template: 'cancellation',
  to: 'merchant',
  personal: { subscription: 'rewritten', explained: 'kept' },
  stillTrue: whileSubscription(({ canceledAt }) => canceledAt !== null),
  content({ subscription, explained = false }, setting) {
    const { t, locale, project, shop } = setting
    const { customer, cancellation_details: details } = subscription
    const product = shortName(subscription.product)
    const ended = subscription.status === 'canceled'
    const endsAt = subscription.ended_at ?? subscription.current_period_end
    const feedback = details?.feedback
    return {
      subject: t(explained ? 'email.cancellation.subject_why' : 'email.cancellation.subject', { product }),
      preview: t(explained ? 'email.cancellation.lead_why' : 'email.cancellation.lead', { product }),
      explained,
      product,
      ended,
      date: formatDate(new Date(endsAt), project.timezone, locale),
      comment: linesOf(details?.comment ?? ''),
      facts: [
        ...fact(t('receipt.payer'), [customer.name, customer.email].filter(Boolean).join(', '), true),
        ...fact(t('receipt.phone'), customer.phone),
        ...fact(t('email.fact.customer_reference'), customer.client_reference_id),
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...fact(t('email.fact.price'), priceLine(subscription.price, project.currency, locale)),
        ...dayFact(t(ended ? 'email.fact.ended' : 'email.fact.access_until'), endsAt, setting, true),
        ...fact(t('email.fact.why'), feedback && t(FEEDBACK_LABELS[feedback])),
        ...fact(t('email.fact.subscription'), String(subscription.id)),
      ],
      url: `${config().baseUrl}/docs#retrieveSubscription`,
      foot: [t('email.foot.merchant', { shop }), t('email.foot.notifications')],
    }
  },
})
