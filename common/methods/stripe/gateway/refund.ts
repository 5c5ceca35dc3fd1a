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

/** A payment has no more refunds than these. */
const MOST_REFUNDS = 100

/**
 * Gives money back, or says how that goes which was asked for before: Stripe forgets a repeated request after a day, so
 * refunds are found by the id of ours that they carry. What Stripe refuses has failed.
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
      message: 'Stripe was never told of this payment: give the money back by hand.',
    }
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(payment.providerId)
  if (typeof intent !== 'string') throw unreadable()
  const before = await stripe.refunds.list({ payment_intent: intent, limit: MOST_REFUNDS })
  const ours = before.data.find(({ metadata }) => metadata?.refund_id === String(refund.id))
  if (ours) return refundAnswer(ours)
  const amount = toStripe(refund.amount, refund.currency)
  if (amount === null)
    return { status: 'failed', message: `Stripe cannot give back this part of a sum in ${refund.currency}.` }
  const asked = {
    payment_intent: intent,
    amount,
    metadata: {
      refund_id: String(refund.id),
      payment_id: String(payment.id),
      project_id: String(call.account.projectId),
    },
  }
  try {
    const key = idempotencyKey('refund', call, refund, asked)
    return refundAnswer(await stripe.refunds.create(asked, { idempotencyKey: key }))
  } catch (error) {
    const { fault, message } = asProviderError(error)
    if (fault !== 'refused') throw error
    return { status: 'failed', message }
  }
}

type Paid = Extract<ProviderAnswer, { state: 'paid' }>

/** Adds what has become of a payment's refunds: one that had succeeded can fail for weeks, as when the card was closed. */
export async function withRefunds(
  stripe: Stripe,
  { payment_intent: intent }: { payment_intent: string | { id: string } | null },
  told: Paid,
): Promise<Paid> {
  if (intent === null) return told
  const intentId = typeof intent === 'string' ? intent : intent.id
  const { data, has_more: hasMore } = await stripe.refunds.list({
    payment_intent: intentId,
    limit: MOST_REFUNDS,
  })
  const failedRefunds = data.filter(hasFailed).flatMap((one) => {
    const refundId = Number(one.metadata?.refund_id)
    return Number.isSafeInteger(refundId) && refundId > 0 ? [{ refundId, message: whyFailed(one) }] : []
  })
  // Whether a charge still counts a failed refund is not published.
  const back = data.filter((one) => !hasFailed(one)).reduce((sum, { amount }) => sum + amount, 0)
  const refunded = hasMore ? told.refunded : Math.min(told.refunded, fromStripe(back, told.currency))
  return { ...told, refunded, ...(failedRefunds.length > 0 && { failedRefunds }) }
}

function hasFailed({ status, failure_balance_transaction: reversal }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled' || (reversal ?? null) !== null
}

function whyFailed({ status, failure_reason: reason }: Stripe.Refund): string {
  return `Stripe could not give the money back (${reason ?? status ?? 'failed'}): it is in your Stripe balance again. Give it back by hand.`
}

/** `requires_action`: Stripe asks the customer by email where the money is to go. */
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
