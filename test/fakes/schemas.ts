import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * The minimum fields of these objects, written by hand from stripe/openapi, openapi/fixtures3.json (the names) and the
 * package `stripe`, esm/resources (types and states). test/payments/stripe/shapes.test.ts compares the fake with all
 * declarations of the package.
 */
const text = { type: 'string' }
const id = (prefix: string) => ({ type: 'string', pattern: `^${prefix}_` })
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const amount = { type: 'integer', minimum: 0 }
const currency = { type: 'string', pattern: '^[a-z]{3}$' }
const time = { type: 'integer', minimum: 1_600_000_000 }
const metadata = { type: 'object', additionalProperties: text }

const object = (properties: Record<string, object>, more: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
})

const failedRefund = object({
  failure_balance_transaction: id('txn'),
  failure_reason: {
    enum: [
      ...['lost_or_stolen_card', 'expired_or_canceled_card', 'charge_for_pending_refund_disputed'],
      ...['insufficient_funds', 'declined', 'merchant_request', 'unknown'],
    ],
  },
  balance_transaction: id('txn'),
})

const hasStatus = (...states: string[]) => ({ properties: { status: { enum: states } } })

const refund = object(
  {
    ...{ id: id('re'), object: { const: 'refund' }, amount, currency, created: time, metadata },
    ...{ balance_transaction: nullable(id('txn')), charge: nullable(id('ch')) },
    ...{ payment_intent: nullable(id('pi')), reason: nullable(text), receipt_number: nullable(text) },
    status: { enum: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] },
    destination_details: object({
      type: text,
      card: object({ type: { enum: ['refund', 'reversal', 'pending'] } }),
    }),
  },
  {
    allOf: [
      {
        if: hasStatus('failed'),
        then: failedRefund,
        else: {
          not: { anyOf: [{ required: ['failure_reason'] }, { required: ['failure_balance_transaction'] }] },
        },
      },
      {
        if: hasStatus('pending'),
        then: object({ pending_reason: { enum: ['processing', 'insufficient_funds', 'charge_pending'] } }),
        else: { not: { required: ['pending_reason'] } },
      },
    ],
  },
)

const session = object({
  ...{
    id: id('cs'),
    object: { const: 'checkout.session' },
    mode: { const: 'payment' },
    livemode: { type: 'boolean' },
  },
  ...{ amount_total: nullable(amount), currency: nullable(currency), created: time, expires_at: time },
  ...{
    client_reference_id: nullable(text),
    payment_intent: nullable(id('pi')),
    url: nullable(text),
    metadata,
  },
  status: { enum: ['open', 'complete', 'expired'] },
  payment_status: { enum: ['paid', 'unpaid', 'no_payment_required'] },
})

const charge = object({
  ...{ id: id('ch'), object: { const: 'charge' }, amount, amount_captured: amount, amount_refunded: amount },
  ...{ currency, created: time, paid: { type: 'boolean' }, refunded: { type: 'boolean' } },
  payment_intent: nullable(id('pi')),
  status: { enum: ['succeeded', 'pending', 'failed'] },
})

/** An event with its object. `*.updated` events have `previous_attributes`. */
const event = object(
  {
    ...{ id: id('evt'), object: { const: 'event' }, api_version: nullable(text), created: time },
    ...{ livemode: { type: 'boolean' }, pending_webhooks: amount },
    request: nullable(object({ id: nullable(text), idempotency_key: nullable(text) })),
    type: text,
    data: object({ object: { anyOf: [refund, session, charge] } }),
  },
  {
    if: { properties: { type: { pattern: '\\.updated$' } } },
    then: object({ data: object({ previous_attributes: { type: 'object', minProperties: 1 } }) }),
  },
)

const list = object({
  object: { const: 'list' },
  data: { type: 'array', items: { anyOf: [refund, session] } },
  has_more: { type: 'boolean' },
  url: { type: 'string', pattern: '^/v1/' },
})

/** docs.stripe.com/api/errors: there are only four types. */
const error = object({
  error: object({
    type: { enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] },
    message: text,
  }),
})

const schemas = { refund, session, charge, event, list, error }
const ajv = new Ajv2020({ allErrors: true, strict: false })
const compiled = new Map<string, ValidateFunction>(
  Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
)

/** Returns the differences between an object and the published format. */
export function faultsOf(name: keyof typeof schemas, value: unknown): string[] {
  const validate = compiled.get(name)!
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${String(message)}`)
}
