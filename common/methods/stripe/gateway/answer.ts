import { DAY, later } from '../../../kit/time.ts'
import { type ProviderAnswer, ProviderError, type ProviderPayment } from '../../provider.ts'
import { fromStripe } from '../units.ts'

/** The fields of a Checkout Session that decide the state of a payment. */
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

/** Slow banks answer within 14 business days, according to Stripe. */
const SLOWEST_BANK = 21 * DAY
/** After that time the payment is checked daily. */
const STILL_WAITING = DAY

/** Returns the state of a payment from its session, in which the payment intent and its charge are expanded. */
export function answerOf(session: SessionFacts, { isTest }: ProviderPayment, now: Date): ProviderAnswer {
  const { status, payment_status: paymentStatus, amount_total: total, currency } = session
  if (session.livemode === isTest)
    throw new ProviderError(
      'account',
      `Stripe answered in ${isTest ? 'live' : 'test'} mode about a payment in ${isTest ? 'test' : 'live'} mode: check the keys.`,
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

/** Returns the state of an unpaid, complete session: a bank is still processing it, or has refused it. */
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

/** Returns the error for an answer of an unexpected form. */
export function unreadable(): ProviderError {
  return new ProviderError('unreachable', 'Stripe returned an answer that cannot be read.')
}
