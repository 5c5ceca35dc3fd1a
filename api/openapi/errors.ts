import { refusals, sentenceOf, statusOf } from '../../common/kit/refusal.ts'
import type { Code, Words } from '../../common/kit/refusal.ts'
import { Shape } from './shape.ts'
import { choice, text } from './values.ts'

export const codes = Object.keys(refusals) as Code[]

/** Words that any refusal's sentence can be shown with. */
const SAMPLE: Words = {
  key: 'gold',
  id: 34,
  code: 'SPRING10',
  what: 'object',
  method: 'PUT',
  allow: 'GET, POST',
  discount: 30_000,
  subtotal: 25_000,
  credit: 30_000,
  amount: 25_000,
  limit: 30,
  now: '2026-01-31T09:30:00.000000Z',
  say: 'items.0.quantity must be at least 1.',
}
/** Where a thing stands when it is refused so. */
const STATUSES: Partial<Record<Code, string>> = {
  invoice_not_draft: 'open',
  invoice_not_open: 'void',
  payment_not_pending: 'paid',
}
const PATHS: Partial<Record<Code, string>> = {
  idempotency_key_reused: 'Idempotency-Key',
  customer_not_found: 'customer_id',
  customer_required: 'customer_id',
  discount_exceeds_subtotal: 'discounts',
  lookup_key_not_found: 'items.0.price',
  lookup_key_taken: 'lookup_key',
  price_not_found: 'items.0.price_id',
  product_not_found: 'product_id',
  plan_change_at_period_end: 'subscription_id',
  already_subscribed: 'customer_id',
  trial_already_used: 'customer_id',
  plan_limit_reached: 'customer_id',
  subscription_canceled: 'subscription_id',
  subscription_id_required: 'subscription_id',
  subscription_not_found: 'subscription_id',
  test_clock_backwards: 'frozen_time',
  promotion_code_taken: 'code',
  single_item_required: 'items',
}
const REQUEST_ID = '1f6e0a52-4f0c-4a43-9a3f-0d3c1a4f7b11'

/** A refusal's sentence, as a reader of the reference is shown it. */
export function sampleSentence(code: Code): string {
  return sentenceOf({ code, words: { ...SAMPLE, status: STATUSES[code] ?? 'complete' } })
}

/** What a refusal answers. */
export function sampleBody(code: Code, status: number = statusOf(code)): Record<string, unknown> {
  const message = sampleSentence(code)
  const errors = { [PATHS[code] ?? 'items.0.quantity']: [message] }
  return { message, code, ...(status === 422 && { errors }), request_id: REQUEST_ID }
}

const common = {
  message: text('What is wrong and what to do, for people. It may change.'),
  code: choice('What is wrong, for programs. It never changes.', codes),
}
const requestId = text('Names this request: tell it when you ask for help.', { maxLength: 128 })

export const errorShape = new Shape({
  name: 'Error',
  description: 'Why a request was refused.',
  properties: { ...common, request_id: requestId },
  example: sampleBody('unauthenticated') as { message: unknown; code: unknown; request_id: unknown },
})

export const invalidShape = new Shape({
  name: 'ValidationError',
  description: 'Everything that is wrong with a request, each problem under its path.',
  properties: {
    ...common,
    errors: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
      description: 'Sentences by the path of their field, such as `items.0.price`.',
    },
    request_id: requestId,
  },
  example: sampleBody('validation_failed'),
})
