import type Stripe from 'stripe'
import { SECOND } from '../../../kit/time.ts'
import { realNow } from '../../../runtime/clock.ts'
import type { Hint, HintedPayments } from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { loadStripe } from './client.ts'

/** Of all that Stripe tells, what changes a payment of ours. */
const TOLD_BY_SESSION = new Set<string>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] satisfies Stripe.Event['type'][])
/** Of these the object carries our payment's number: a charge, or a refund that we have asked for. */
const TOLD_BY_NUMBER = new Set<string>([
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
] satisfies Stripe.Event['type'][])

/**
 * Seconds that a signature holds for, before and after. Stripe signs every attempt to deliver anew, so an old one is somebody else's; it
 * is measured by the database's clock, since that of one process may be wrong.
 */
const TOLERANCE = 300

/** Which payments Stripe speaks of; null where it is not Stripe who speaks, or not now. */
export async function readStripeHint(
  { headers, body }: Hint,
  { webhook_secret: secret }: StripeAccount,
): Promise<HintedPayments | null> {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') return null
  const Package = await loadStripe()
  try {
    const receivedAt = realNow().getTime()
    if (signedAt(signature) > receivedAt / SECOND + TOLERANCE) return null
    const event = Package.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, receivedAt)
    return paymentsOf(event)
  } catch {
    return null
  }
}

/** Seconds since 1970; the package looks only at what is too old. */
function signedAt(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? NaN)
}

function paymentsOf({ type, data: { object } }: Stripe.Event): HintedPayments {
  const told = object as { id?: unknown; metadata?: { payment_id?: unknown } | null }
  const paymentId = Number(told.metadata?.payment_id)
  const paymentIds = Number.isSafeInteger(paymentId) && paymentId > 0 ? [paymentId] : []
  if (TOLD_BY_SESSION.has(type))
    return { paymentIds, providerIds: typeof told.id === 'string' ? [told.id] : [] }
  return { paymentIds: TOLD_BY_NUMBER.has(type) ? paymentIds : [], providerIds: [] }
}
