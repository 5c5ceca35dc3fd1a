import type Stripe from 'stripe'
import { realNow } from '../../runtime/clock.ts'
import {
  type Gateway,
  type ProviderAnswer,
  type ProviderCall,
  ProviderError,
  type ProviderPayment,
} from '../provider.ts'
import { answerOf } from './gateway/answer.ts'
import { checkAccount } from './gateway/check.ts'
import { idempotencyKey, withStripe } from './gateway/client.ts'
import { asProviderError, isMissing, refusedParameter } from './gateway/faults.ts'
import { readStripeHint } from './gateway/hint.ts'
import { refundAtStripe, withRefunds } from './gateway/refund.ts'
import { findSession, newSession, openedOf } from './gateway/session.ts'
import type { StripeAccount } from './settings.ts'

/** Stripe Checkout: a session for each payment, paid on a Stripe page. */
export const stripeGateway: Gateway<StripeAccount> = {
  start: (payment, call) =>
    withStripe(call, async (stripe) => openedOf(await open(stripe, payment, call), payment)),
  ask: (payment, call) => withStripe(call, (stripe) => ask(stripe, payment)),
  giveUp: (payment, call) => withStripe(call, (stripe) => giveUp(stripe, payment, call)),
  refunds: 'any',
  refund: (payment, refund, call) =>
    withStripe(call, (stripe) => refundAtStripe(stripe, payment, refund, call)),
  readHint: readStripeHint,
  check: (call) => withStripe(call, (stripe) => checkAccount(stripe, call)),
}

/**
 * Returns the open session of a payment, and the same one when called again. A former attempt may have opened
 * it although Stripe answered with an error, so its list is searched before another attempt.
 */
async function open(
  stripe: Stripe,
  payment: ProviderPayment,
  call: ProviderCall<StripeAccount>,
): Promise<Stripe.Checkout.Session> {
  const opened = payment.attempt > 0 ? await findSession(stripe, payment) : null
  return opened ?? create(stripe, payment, call)
}

async function create(
  stripe: Stripe,
  payment: ProviderPayment,
  call: ProviderCall<StripeAccount>,
): Promise<Stripe.Checkout.Session> {
  const session = newSession(payment, call)
  try {
    return await stripe.checkout.sessions.create(session, {
      idempotencyKey: idempotencyKey('payment', call, payment, session),
    })
  } catch (error) {
    // Stripe rejects the email address; its page then asks the customer for one.
    if (payment.customerEmail === null || refusedParameter(error) !== 'customer_email') throw error
    return create(stripe, { ...payment, customerEmail: null }, call)
  }
}

async function ask(stripe: Stripe, payment: ProviderPayment): Promise<ProviderAnswer> {
  if (payment.providerId === null) return { state: 'open' }
  try {
    return await answer(stripe, payment.providerId, payment)
  } catch (error) {
    throw isMissing(error) ? unknownPayment() : error
  }
}

/** Returns the error for a payment that this account does not know. At another account it may be open or paid. */
function unknownPayment(): ProviderError {
  return new ProviderError(
    'refused',
    'This Stripe account does not have the payment: check whether the keys belong to another account now.',
  )
}

async function answer(stripe: Stripe, id: string, payment: ProviderPayment): Promise<ProviderAnswer> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const found = answerOf(session, payment, realNow())
  return found.state === 'paid' && payment.hasRefunds ? withRefunds(stripe, session, found) : found
}

/** Expires the session. If it is no longer open, Stripe refuses, and its state is read. */
async function giveUp(
  stripe: Stripe,
  payment: ProviderPayment,
  call: ProviderCall<StripeAccount>,
): Promise<ProviderAnswer> {
  // A process that was killed may have opened it without saving its id.
  const id = payment.providerId ?? (await open(stripe, payment, call)).id
  try {
    return answerOf(await stripe.checkout.sessions.expire(id), payment, realNow())
  } catch (error) {
    if (isMissing(error)) throw unknownPayment()
    if (asProviderError(error).fault !== 'refused') throw error
    return answer(stripe, id, payment)
  }
}
