import type Stripe from 'stripe'
import { SECOND } from '../../../kit/time.ts'
import { realNow } from '../../../runtime/clock.ts'
import type { Hint, HintedPayments } from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { loadStripe } from './client.ts'

/** Events about a session that change a payment. */
const SESSION_EVENTS = new Set<string>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] satisfies Stripe.Event['type'][])
/** Events about a charge or a refund, with our payment's id in its metadata. */
const REFUND_EVENTS = new Set<string>([
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
] satisfies Stripe.Event['type'][])

/**
 * The accepted age of a signature in seconds, and how far it may be ahead. Stripe signs each delivery attempt
 * again, so an older signature is a replay. Compared with the database's clock, since a process's clock may
 * be wrong.
 */
const TOLERANCE = 300

/** Returns the payments of a Stripe event; null if its signature is invalid or too old. */
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

/** Returns the time of a signature in seconds since 1970. The package does not check for a future time. */
function signedAt(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? NaN)
}

function paymentsOf({ type, data: { object } }: Stripe.Event): HintedPayments {
  const found = object as { id?: unknown; metadata?: { payment_id?: unknown } | null }
  const paymentId = Number(found.metadata?.payment_id)
  const paymentIds = Number.isSafeInteger(paymentId) && paymentId > 0 ? [paymentId] : []
  if (SESSION_EVENTS.has(type))
    return { paymentIds, providerIds: typeof found.id === 'string' ? [found.id] : [] }
  return { paymentIds: REFUND_EVENTS.has(type) ? paymentIds : [], providerIds: [] }
}
