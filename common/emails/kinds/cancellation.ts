import { formatDate } from '../../kit/format.ts'
import { config } from '../../runtime/config.ts'
import { FEEDBACK_LABELS } from '../../text/feedback-labels.ts'
import { planName } from '../../text/plan-name.ts'
import { priceLine } from '../../text/price-line.ts'
import { shortName } from '../../text/short-name.ts'
import type { CancellationPayload } from '../payloads.ts'
import { linesOf } from '../rules/plain.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'

/** To a merchant who wants to know: who cancels what, and when it ends; once more when they have said why. */
export function cancellation(
  { subscription, explained = false }: CancellationPayload,
  setting: Setting,
): EmailContent {
  const { say, locale, project, shop } = setting
  const { customer, cancellation_details: details } = subscription
  const product = shortName(subscription.product)
  const ended = subscription.status === 'canceled'
  const endsAt = subscription.ended_at ?? subscription.current_period_end
  const feedback = details?.feedback
  return {
    subject: say(explained ? 'email.cancellation.subject_why' : 'email.cancellation.subject', { product }),
    preview: say(explained ? 'email.cancellation.lead_why' : 'email.cancellation.lead', { product }),
    explained,
    product,
    ended,
    date: formatDate(new Date(endsAt), project.timezone, locale),
    comment: linesOf(details?.comment ?? ''),
    facts: [
      ...fact(say('receipt.payer'), [customer.name, customer.email].filter(Boolean).join(', '), true),
      ...fact(say('receipt.phone'), customer.phone),
      ...fact(say('email.fact.customer_reference'), customer.client_reference_id),
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...fact(say('email.fact.price'), priceLine(subscription.price, project.currency, locale)),
      ...dayFact(say(ended ? 'email.fact.ended' : 'email.fact.access_until'), endsAt, setting, true),
      ...fact(say('email.fact.why'), feedback && say(FEEDBACK_LABELS[feedback])),
      ...fact(say('email.fact.subscription'), String(subscription.id)),
    ],
    url: `${config().baseUrl}/docs#retrieveSubscription`,
    foot: [say('email.foot.merchant', { shop }), say('email.foot.notifications')],
  }
}
