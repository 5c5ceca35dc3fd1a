import { DAY, later } from '../../../kit/time.ts'
import { type ProviderAnswer, ProviderError, type ProviderPayment } from '../../provider.ts'
import { fromStripe } from '../units.ts'

/** What of a Checkout Session says how a payment stands. */
export interface SessionFacts {
  status: string | null
  payment_status: string
  amount_total: number | null
  currency: string | null
  created: number
  livemode: boolean
  payment_intent: string | null | IntentFacts
}

interface IntentFacts {
  status: string
  last_payment_error: { message?: string } | null
  latest_charge: string | null | { amount_refunded: number }
}

/** Banks that are slow answer within 14 business days, says Stripe of the slowest. */
const SLOWEST_BANK = 21 * DAY
/** One that is slower still is looked at daily. */
const STILL_WAITING = DAY

/** How a payment stands, by what Stripe says of its session with the payment intent and its charge expanded. */
export function answerOf(session: SessionFacts, { isTest }: ProviderPayment, now: Date): ProviderAnswer {
  const { status, payment_status: paymentStatus, amount_total: total, currency } = session
  if (session.livemode === isTest)
    throw new ProviderError(
      'account',
      `Stripe answers in ${isTest ? 'live' : 'test'} mode about a payment of ${isTest ? 'test' : 'live'} mode: check the keys.`,
    )
  switch (paymentStatus) {
    case 'paid':
    case 'no_payment_required': {
      if (!isAmount(total) || typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency))
        throw unreadable()
      const paid = currency.toUpperCase()
      const amount = fromStripe(total, paid)
      if (!Number.isSafeInteger(amount)) throw unreadable()
      return {
        state: 'paid',
        amount,
        currency: paid,
        refunded: fromStripe(refundedOf(session), paid),
      }
    }
    case 'unpaid':
      if (status === 'open') return { state: 'open' }
      if (status === 'expired') return { state: 'over', why: 'lapsed' }
      if (status === 'complete') return waitOrOver(session, now)
  }
  throw unreadable()
}

function isAmount(total: number | null): total is number {
  return Number.isSafeInteger(total) && total! >= 0
}

/** The customer has done what is to be done, and a bank takes its time, or has said no. */
function waitOrOver({ payment_intent: intent, created }: SessionFacts, now: Date): ProviderAnswer {
  if (intent === null || typeof intent === 'string') throw unreadable()
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled') {
    const { message } = intent.last_payment_error ?? {}
    return { state: 'over', why: 'declined', ...(message && { message: `Stripe says: ${message}` }) }
  }
  const slowest = later(new Date(Math.min(created * 1000, now.getTime())), SLOWEST_BANK)
  return { state: 'processing', until: slowest > now ? slowest : later(now, STILL_WAITING) }
}

function refundedOf({ payment_intent: intent }: SessionFacts): number {
  const charge = intent === null || typeof intent === 'string' ? null : intent.latest_charge
  return charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded
}

export function unreadable(): ProviderError {
  return new ProviderError('unreachable', 'Stripe gave no answer that can be read.')
}
