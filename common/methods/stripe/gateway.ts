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

/** Stripe Checkout: a session of Stripe's for each payment, paid on a page of Stripe's. */
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
 * Returns the open session of a payment, the same one however often it is asked for. A former attempt that was answered with an
 * error may have opened it all the same, so Stripe's list is read before another attempt.
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
  const wanted = newSession(payment, call)
  try {
    return await stripe.checkout.sessions.create(wanted, {
      idempotencyKey: idempotencyKey('payment', call, payment, wanted),
    })
  } catch (error) {
    // Stripe asks for an email address that it does not take from us.
    if (payment.customerEmail === null || refusedParameter(error) !== 'customer_email') throw error
    return create(stripe, { ...payment, customerEmail: null }, call)
  }
}

async function ask(stripe: Stripe, payment: ProviderPayment): Promise<ProviderAnswer> {
  if (payment.providerId === null) return { state: 'open' }
  try {
    return await answer(stripe, payment.providerId, payment)
  } catch (error) {
    throw isMissing(error) ? unknown() : error
  }
}

/** Of the account that has it the payment says more: it may be open there, or paid. */
function unknown(): ProviderError {
  return new ProviderError(
    'refused',
    'This Stripe account does not know the payment: were its keys replaced by those of another account?',
  )
}

async function answer(stripe: Stripe, id: string, payment: ProviderPayment): Promise<ProviderAnswer> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const told = answerOf(session, payment, realNow())
  return told.state === 'paid' && payment.hasRefunds ? withRefunds(stripe, session, told) : told
}

/** Only an open session can be expired; of any other Stripe says how it stands. */
async function giveUp(
  stripe: Stripe,
  payment: ProviderPayment,
  call: ProviderCall<StripeAccount>,
): Promise<ProviderAnswer> {
  // It may have been opened by a process that was killed before it wrote that down.
  const id = payment.providerId ?? (await open(stripe, payment, call)).id
  try {
    return answerOf(await stripe.checkout.sessions.expire(id), payment, realNow())
  } catch (error) {
    if (isMissing(error)) throw unknown()
    if (asProviderError(error).fault !== 'refused') throw error
    return answer(stripe, id, payment)
  }
}
