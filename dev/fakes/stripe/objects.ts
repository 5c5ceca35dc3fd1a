import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/**
 * Objects as Stripe's API returns them. Names, types and states come from the package `stripe`, which Stripe generates from
 * its OpenAPI document. test/payments/stripe/shapes.test.ts compares the fake's responses with it.
 */
export type Session = Stripe.Checkout.Session & { payment_intent: string | null; url: string | null }
export type Intent = Stripe.PaymentIntent & { latest_charge: string | null }
export type { Stripe }

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
export const seconds = (date = new Date()): number => Math.floor(date.getTime() / 1000)

/** The fields of a session that its request determines. */
export type SessionFacts = Pick<
  Session,
  | 'id'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'currency'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'metadata'
  | 'success_url'
  | 'url'
>

export function sessionObject(facts: SessionFacts): Session {
  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: facts.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds(),
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    managed_payments: null,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
    ...facts,
  }
}

/** Creates the intent, at the customer's first attempt to pay. */
export function intentObject(
  { amount_total, currency, livemode }: Session,
  metadata: Stripe.Metadata,
): Intent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: seconds(),
    currency: currency ?? '',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

export function chargeObject(intent: Intent, status: 'succeeded' | 'pending' | 'failed'): Stripe.Charge {
  const isPaid = status === 'succeeded'
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: seconds(),
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: status === 'failed' ? 'card_declined' : null,
    failure_message: status === 'failed' ? 'Your card was declined.' : null,
    fraud_details: null,
    livemode: intent.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

/**
 * Creates a refund. Names: the package `stripe`, esm/resources/Refunds.d.ts. A pending one has a reason, and a failed one
 * has two balance transactions: the same file (`pending_reason`, `failure_balance_transaction`), and a recorded event in
 * zulip/zulip, zerver/webhooks/stripe/fixtures/refund_event.json.
 */
export function refundObject(
  charge: Stripe.Charge,
  amount: number,
  metadata: Stripe.Metadata,
  status: RefundStatus,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: status === 'pending' || status === 'requires_action' ? null : newId('txn'),
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: status === 'pending' ? 'pending' : 'refund' }, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: null,
    ...(status === 'pending' && { pending_reason: 'processing' }),
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    ...(status === 'failed' && failure('lost_or_stolen_card')),
  }
}

/** The package `stripe`, esm/resources/Refunds.d.ts, `status`. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** The reasons: the same file, `failure_reason`. */
export const failure = (reason: string): Partial<Stripe.Refund> => ({
  failure_balance_transaction: newId('txn'),
  failure_reason: reason,
})

/** The event types of the fake: the package `stripe`, esm/resources/Events.d.ts. */
export type EventType = Extract<
  Stripe.Event['type'],
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
>

export interface EventObject extends Omit<Stripe.EventBase, 'type'> {
  type: EventType
}

/** Creates an event. `previous`: the old values of changed fields (esm/resources/Events.d.ts, `previous_attributes`). */
export function eventObject(
  type: EventType,
  object: object,
  livemode: boolean,
  apiVersion: string,
  previous?: object,
): EventObject {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(),
    data: {
      object: structuredClone(object),
      ...(previous && { previous_attributes: previous }),
    },
    livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}
