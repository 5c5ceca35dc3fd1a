import { checkAmount } from './amounts.ts'
import { invalid, missing, refused } from './errors.ts'
import { type FormObject, objectOf, textOf } from './form.ts'
import {
  chargeObject,
  type EventObject,
  eventObject,
  type EventType,
  failure,
  type Intent,
  intentObject,
  newId,
  refundObject,
  type RefundStatus,
  seconds,
  type Session,
  sessionObject,
  type Stripe,
} from './objects.ts'
import type { Switches } from './switches.ts'

const API_VERSION = '2026-10-28.endive'
const MINUTE = 60

/** The saved state of an account. */
export interface SavedAccount {
  sessions: Session[]
  intents: Intent[]
  charges: Stripe.Charge[]
  refunds: Stripe.Refund[]
  metadata: [sessionId: string, Stripe.Metadata][]
}

/** The objects of one mode of an account, and the actions of its customers. */
export class FakeAccount {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Stripe.Charge>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly events: EventObject[] = []
  /** The status of new refunds. */
  nextRefundStatus: RefundStatus = 'succeeded'
  readonly #livemode: boolean
  readonly #switches: Switches
  readonly #urlOf: (id: string) => string
  readonly #onEvent: (event: EventObject) => void
  readonly #metadata = new Map<string, Stripe.Metadata>()

  constructor(
    livemode: boolean,
    switches: Switches,
    urlOf: (id: string) => string,
    onEvent: (event: EventObject) => void,
  ) {
    this.#livemode = livemode
    this.#switches = switches
    this.#urlOf = urlOf
    this.#onEvent = onEvent
  }

  saved(): SavedAccount {
    const { sessions, intents, charges, refunds } = this
    return {
      sessions: [...sessions.values()],
      intents: [...intents.values()],
      charges: [...charges.values()],
      refunds: [...refunds.values()],
      metadata: [...this.#metadata],
    }
  }

  restore({ sessions, intents, charges, refunds, metadata }: SavedAccount): void {
    for (const one of sessions) this.sessions.set(one.id, one)
    for (const one of intents) this.intents.set(one.id, one)
    for (const one of charges) this.charges.set(one.id, one)
    for (const one of refunds) this.refunds.set(one.id, one)
    for (const [id, values] of metadata) this.#metadata.set(id, values)
  }

  /** Returns the ids of sessions that wait for a slow bank. */
  waiting(): string[] {
    const isWaiting = ({ payment_intent: id }: Session) => this.intents.get(id ?? '')?.status === 'processing'
    return [...this.sessions.values()].filter(isWaiting).map(({ id }) => id)
  }

  createSession(form: FormObject): Session {
    const item = objectOf((form.line_items as FormObject[] | undefined)?.[0])
    const price = objectOf(item.price_data)
    const currency = textOf(price.currency)
    const amount = Number(textOf(price.unit_amount) ?? NaN) * Number(textOf(item.quantity) ?? NaN)
    const name = textOf(objectOf(price.product_data).name)
    if (textOf(form.mode) !== 'payment') throw invalid('You must provide a mode.', 'mode')
    if (!name) throw invalid('You must provide a name.', 'line_items[0][price_data][product_data][name]')
    if (!textOf(form.success_url)) throw invalid('You must provide a success_url.', 'success_url')
    checkAmount(amount, currency, this.#switches)
    const email = textOf(form.customer_email)
    if (email !== null && !/^[\x21-\x7e]+@[a-z0-9.-]+\.[a-z]{2,}$/i.test(email))
      throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid')
    const id = newId(this.#livemode ? 'cs_live' : 'cs_test')
    const session = sessionObject({
      id,
      ...{ amount_total: amount, currency, customer_email: email, livemode: this.#livemode },
      ...{ success_url: textOf(form.success_url), cancel_url: textOf(form.cancel_url) },
      client_reference_id: textOf(form.client_reference_id),
      expires_at: checkedExpiry(form),
      locale: textOf(form.locale),
      metadata: objectOf(form.metadata) as Stripe.Metadata,
      url: this.#urlOf(id),
    })
    this.sessions.set(id, session)
    this.#metadata.set(id, objectOf(objectOf(form.payment_intent_data).metadata) as Stripe.Metadata)
    return session
  }

  session(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw missing('checkout.session', id)
    if (session.status === 'open' && session.expires_at <= seconds()) this.#end(session)
    return session
  }

  /** Expires sessions whose time is over, and returns all. */
  listedSessions(): Session[] {
    return [...this.sessions.keys()].map((id) => this.session(id))
  }

  /** Returns the session with objects in place of the ids that the request expands. */
  expanded(session: Session, expand: readonly string[]): object {
    const intent = session.payment_intent === null ? null : this.intents.get(session.payment_intent)!
    if (!intent || !expand.some((path) => path.startsWith('payment_intent'))) return session
    const charge = intent.latest_charge === null ? null : this.charges.get(intent.latest_charge)!
    const isDeep = expand.includes('payment_intent.latest_charge')
    return { ...session, payment_intent: isDeep ? { ...intent, latest_charge: charge } : intent }
  }

  expire(id: string): Session {
    const session = this.session(id)
    if (session.status !== 'open')
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session.status)}.`,
      )
    return this.#end(session)
  }

  #end(session: Session): Session {
    Object.assign(session, { status: 'expired', url: null })
    this.#record('checkout.session.expired', session)
    return session
  }

  /** Pays as a customer on Stripe's page. */
  pay(id: string): Session {
    const { session, intent } = this.#attempt(id)
    this.#charge(intent, 'succeeded')
    this.#complete(session, 'paid')
    this.#record('checkout.session.completed', session)
    return session
  }

  /** Declines the customer's card. The customer may try another one on the same page. */
  decline(id: string): Session {
    const { session, intent } = this.#attempt(id)
    this.#charge(intent, 'failed')
    return session
  }

  /** Pays by a slow bank: the result comes later, see `settle`. */
  paySlowly(id: string): Session {
    const { session, intent } = this.#attempt(id)
    Object.assign(intent, { status: 'processing' })
    this.#complete(session, 'unpaid')
    this.#record('checkout.session.completed', session)
    return session
  }

  /** Gives the result of a slow bank. */
  settle(id: string, how: 'succeeded' | 'failed'): Session {
    const session = this.session(id)
    const intent = this.intents.get(session.payment_intent ?? '')
    if (intent?.status !== 'processing') throw new Error(`Session ${id} has no processing payment.`)
    this.#charge(intent, how)
    if (how === 'succeeded') session.payment_status = 'paid'
    this.#record(
      how === 'succeeded'
        ? 'checkout.session.async_payment_succeeded'
        : 'checkout.session.async_payment_failed',
      session,
    )
    return session
  }

  /** Refunds a payment. Errors about the charge's state occur during the execution, see `refused`. */
  createRefund(form: FormObject): Stripe.Refund {
    const amount = textOf(form.amount)
    if (amount !== null && !/^[1-9]\d*$/.test(amount))
      throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
    const charge = this.#chargeFor(form)
    const left = charge.amount - charge.amount_refunded
    if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
    if (Number(amount ?? left) > left)
      throw refused(
        `Refund amount (${String(amount)}) is greater than unrefunded amount on charge (${String(left)})`,
      )
    return this.#refund(
      charge,
      Number(amount ?? left),
      objectOf(form.metadata) as Stripe.Metadata,
      this.nextRefundStatus,
    )
  }

  /** Refunds as the merchant does in Stripe's dashboard. */
  refundByHand(id: string, amount: number): Stripe.Refund {
    const intent = this.intents.get(this.session(id).payment_intent ?? '')
    return this.#refund(this.charges.get(intent?.latest_charge ?? '')!, amount, {}, 'succeeded')
  }

  /**
   * Changes the status of a refund: a pending one succeeds, fails or is canceled, and a succeeded one may fail later
   * (docs.stripe.com/testing, refunds: asynchronous success and failure; docs.stripe.com/refunds, failed refunds). The
   * events: the package `stripe`, esm/resources/Events.d.ts, has `refund.updated` for all refunds and
   * `charge.refund.updated` for "selected payment methods", which include cards (zulip/zulip, see objects.ts).
   */
  settleRefund(
    id: string,
    status: 'succeeded' | 'failed' | 'canceled',
    reason = 'expired_or_canceled_card',
  ): Stripe.Refund {
    const refund = this.refund(id)
    const canFail = refund.status === 'succeeded' && status === 'failed'
    if (!canFail && refund.status !== 'pending' && refund.status !== 'requires_action')
      throw new Error(`A ${String(refund.status)} refund cannot become ${status}.`)
    const previous = { status: refund.status }
    delete refund.pending_reason
    refund.balance_transaction ??= newId('txn')
    Object.assign(refund, { status }, status === 'failed' && failure(reason))
    if (status !== 'succeeded' && !this.#switches.countsFailedRefunds)
      this.#countRefunded(this.charges.get(refund.charge as string)!, -refund.amount)
    this.#record('refund.updated', refund, previous)
    this.#record('charge.refund.updated', refund, previous)
    if (status === 'failed') this.#record('refund.failed', refund)
    return refund
  }

  refund(id: string): Stripe.Refund {
    const refund = this.refunds.get(id)
    if (!refund) throw missing('refund', id)
    return refund
  }

  refundsOf(intentId: string): Stripe.Refund[] {
    return [...this.refunds.values()].filter(({ payment_intent: intent }) => intent === intentId).reverse()
  }

  /** Finds the charge by its own id or by its intent's id: the package `stripe`, esm/resources/Refunds.d.ts. */
  #chargeFor(form: FormObject): Stripe.Charge {
    const [chargeId, intentId] = [textOf(form.charge), textOf(form.payment_intent)]
    if (chargeId === null && intentId === null)
      throw invalid(
        'One of the following params should be provided for this request: payment_intent or charge.',
        null,
      )
    const intent = this.intents.get(intentId ?? '')
    if (chargeId === null && !intent) throw missing('payment_intent', String(intentId), 'payment_intent')
    const charge = this.charges.get(chargeId ?? intent?.latest_charge ?? '')
    if (!charge && chargeId !== null) throw missing('charge', chargeId, 'charge')
    if (charge?.status !== 'succeeded')
      throw refused(`This PaymentIntent (${String(intentId)}) does not have a successful charge to refund.`)
    return charge
  }

  #refund(
    charge: Stripe.Charge,
    amount: number,
    metadata: Stripe.Metadata,
    status: RefundStatus,
  ): Stripe.Refund {
    const refund = refundObject(charge, amount, metadata, status)
    this.refunds.set(refund.id, refund)
    this.#record('refund.created', refund)
    if (status === 'failed' || status === 'canceled') return refund
    this.#countRefunded(charge, amount)
    this.#record('charge.refunded', charge)
    return refund
  }

  #countRefunded(charge: Stripe.Charge, amount: number): void {
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
  }

  #attempt(id: string): { session: Session; intent: Intent } {
    const session = this.session(id)
    if (session.status !== 'open') throw invalid('This Checkout Session is no longer active.', null)
    const known = session.payment_intent === null ? undefined : this.intents.get(session.payment_intent)
    const intent = known ?? intentObject(session, this.#metadata.get(id) ?? {})
    this.intents.set(intent.id, intent)
    session.payment_intent = intent.id
    return { session, intent }
  }

  #charge(intent: Intent, status: 'succeeded' | 'failed'): void {
    const charge = chargeObject(intent, status)
    this.charges.set(charge.id, charge)
    const isPaid = status === 'succeeded'
    Object.assign(intent, {
      latest_charge: charge.id,
      amount_received: isPaid ? intent.amount : 0,
      status: isPaid ? 'succeeded' : 'requires_payment_method',
      last_payment_error: isPaid
        ? null
        : {
            type: 'card_error',
            code: 'card_declined',
            decline_code: 'generic_decline',
            message: 'Your card was declined.',
          },
    } satisfies Partial<Intent>)
  }

  #complete(session: Session, paymentStatus: 'paid' | 'unpaid'): void {
    Object.assign(session, { status: 'complete', payment_status: paymentStatus, url: null })
  }

  /** Creates an event if the merchant's endpoint has enabled its type. */
  #record(type: EventType, object: object, previous?: object): void {
    if (!this.#switches.enabledEvents.has(type)) return
    const event = eventObject(type, object, this.#livemode, API_VERSION, previous)
    this.events.push(event)
    this.#onEvent(event)
  }
}

/** Returns when the session expires. Throws unless it is between 30 minutes and 24 hours from now. */
function checkedExpiry(form: FormObject): number {
  const given = textOf(form.expires_at)
  const end = given === null ? seconds() + 24 * 60 * MINUTE : Number(given)
  const now = seconds()
  if (end < now + 30 * MINUTE)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  if (end > now + 24 * 60 * MINUTE)
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  return end
}
