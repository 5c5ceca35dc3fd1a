import type Stripe from 'stripe'
import {
  type ProviderCall,
  type ProviderPayment,
  type ProviderRefund,
  type RefundAnswer,
} from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { unreadable } from './answer.ts'
import { idempotencyKey } from './client.ts'
import { asProviderError } from './faults.ts'
import { toStripe } from './units.ts'

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
    const key = idempotencyKey('refund', call, refund.id, asked)
    return refundAnswer(await stripe.refunds.create(asked, { idempotencyKey: key }))
  } catch (error) {
    const { fault, message } = asProviderError(error)
    if (fault !== 'refused') throw error
    return { status: 'failed', message }
  }
}

/** `requires_action`: Stripe asks the customer by email where the money is to go. */
function refundAnswer({ status, failure_reason: reason }: Stripe.Refund): RefundAnswer {
  switch (status) {
    case 'succeeded':
      return { status: 'succeeded' }
    case 'pending':
    case 'requires_action':
      return { status: 'pending' }
    case 'failed':
    case 'canceled':
      return {
        status: 'failed',
        message: `Stripe could not give the money back (${reason ?? status}): it is in your Stripe balance again. Give it back by hand.`,
      }
    default:
      throw unreadable()
  }
}
