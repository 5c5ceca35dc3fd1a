import type Stripe from 'stripe'
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderPayment,
  type ProviderRefund,
  type RefundAnswer,
} from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { fromStripe, toStripe } from '../units.ts'
import { unreadable } from './answer.ts'
import { idempotencyKey } from './client.ts'
import { asProviderError } from './faults.ts'

/** The most refunds that are read of a payment. */
const MAX_REFUNDS = 100

/**
 * Requests a refund, or returns its state if it was requested before. Stripe forgets idempotency keys after a
 * day, so the refund is searched by our id in its metadata. A refusal is a failed refund.
 */
export async function refundAtStripe(
  stripe: Stripe,
  payment: ProviderPayment,
  refund: ProviderRefund,
  call: ProviderCall<StripeAccount>,
): Promise<RefundAnswer> {
  if (payment.providerId === null)
    return {
      status: 'failed',
      message: 'The payment was never opened at Stripe: refund it by hand.',
    }
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(payment.providerId)
  if (typeof intent !== 'string') throw unreadable()
  const existing = await stripe.refunds.list({ payment_intent: intent, limit: MAX_REFUNDS })
  const ours = existing.data.find(({ metadata }) => metadata?.refund_id === String(refund.id))
  if (ours) return refundAnswer(ours)
  const amount = toStripe(refund.amount, refund.currency)
  if (amount === null)
    return { status: 'failed', message: `Stripe cannot refund this part of an amount in ${refund.currency}.` }
  const request = {
    payment_intent: intent,
    amount,
    metadata: {
      refund_id: String(refund.id),
      payment_id: String(payment.id),
      project_id: String(call.account.projectId),
    },
  }
  try {
    const key = idempotencyKey('refund', call, refund, request)
    return refundAnswer(await stripe.refunds.create(request, { idempotencyKey: key }))
  } catch (error) {
    const { fault, message } = asProviderError(error)
    if (fault !== 'refused') throw error
    return { status: 'failed', message }
  }
}

type Paid = Extract<ProviderAnswer, { state: 'paid' }>

/** Adds the state of a payment's refunds to its answer: a refund that succeeded can still fail for weeks. */
export async function withRefunds(
  stripe: Stripe,
  { payment_intent: intent }: { payment_intent: string | { id: string } | null },
  answer: Paid,
): Promise<Paid> {
  if (intent === null) return answer
  const intentId = typeof intent === 'string' ? intent : intent.id
  const { data, has_more: hasMore } = await stripe.refunds.list({
    payment_intent: intentId,
    limit: MAX_REFUNDS,
  })
  const failedRefunds = data.filter(hasFailed).flatMap((one) => {
    const refundId = Number(one.metadata?.refund_id)
    return Number.isSafeInteger(refundId) && refundId > 0 ? [{ refundId, message: whyFailed(one) }] : []
  })
  // Stripe does not document whether a charge still counts a failed refund.
  const notFailed = data.filter((one) => !hasFailed(one)).reduce((sum, { amount }) => sum + amount, 0)
  const refunded = hasMore
    ? answer.refunded
    : Math.min(answer.refunded, fromStripe(notFailed, answer.currency))
  return { ...answer, refunded, ...(failedRefunds.length > 0 && { failedRefunds }) }
}

function hasFailed({ status, failure_balance_transaction: reversal }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled' || (reversal ?? null) !== null
}

function whyFailed({ status, failure_reason: reason }: Stripe.Refund): string {
  return `Stripe could not refund the money (${reason ?? status ?? 'failed'}): it is in your Stripe balance again. Refund it by hand.`
}

/** Returns the state of a refund. `requires_action`: Stripe has asked the customer by email for an account. */
function refundAnswer(refund: Stripe.Refund): RefundAnswer {
  if (hasFailed(refund)) return { status: 'failed', message: whyFailed(refund) }
  switch (refund.status) {
    case 'succeeded':
      return { status: 'succeeded' }
    case 'pending':
    case 'requires_action':
      return { status: 'pending' }
    default:
      throw unreadable()
  }
}
