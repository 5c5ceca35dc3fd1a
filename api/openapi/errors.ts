import { type Code, type Params, pathOf, refusals, sentenceOf } from '../../common/kit/refusal.ts'
import { Kind, shape } from '../../common/kit/shape.ts'
import { choice, text } from '../../common/kit/values.ts'
import { METHOD_SETTINGS } from '../../common/services/projects/check-payable.ts'

export const codes = Object.keys(refusals) as Code[]

/** Sample parameters for the sentences of all refusals. */
const SAMPLE: Params = {
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
  left: 20_000,
  project: 1,
  settings: METHOD_SETTINGS,
  now: '2026-01-31T09:30:00.000000Z',
  at: '2026-01-31T10:30:00.000000Z',
  most: 20,
  mode: 'test',
  sentence: 'items.0.quantity must be at least 1.',
}
/** The status of the object in the sample sentence of a refusal. */
const STATUSES: Partial<Record<Code, string>> = {
  invoice_not_draft: 'open',
  invoice_not_open: 'void',
  subscription_not_past_due: 'active',
  payment_not_pending: 'paid',
  payment_not_paid: 'started',
}
const REQUEST_ID = '1f6e0a52-4f0c-4a43-9a3f-0d3c1a4f7b11'

/** Returns the sample sentence of a refusal for the reference. */
export function sampleSentence(code: Code): string {
  return sentenceOf({ code, params: { ...SAMPLE, status: STATUSES[code] ?? 'complete' } })
}

/** Returns the sample body of a refusal; `path` is the field that it is about, if any. */
export function sampleBody(code: Code, path = pathOf(code)): Record<string, unknown> {
  const message = sampleSentence(code)
  return {
    message,
    code,
    ...(path !== undefined && { errors: { [path]: [message] } }),
    request_id: REQUEST_ID,
  }
}

const common = (code: Code) => ({
  message: text('The problem and what to do, for people. It may change.', sampleSentence(code)),
  code: choice('The kind of problem, for programs. It never changes.', codes, code),
})
const requestId = text('The id of this request. Include it when you ask for help.', REQUEST_ID, {
  maxLength: 128,
})

export const errorShape = shape('ApiError', 'Why a request was refused.', {
  ...common('unauthenticated'),
  request_id: requestId,
})

export const invalidShape = shape(
  'ValidationError',
  'All problems of a request, each under the path of its field.',
  {
    ...common('validation_failed'),
    errors: new Kind<Record<string, string[]>, Record<string, string[]>>(
      {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
        description: 'Sentences by the path of their field, such as `items.0.price`.',
      },
      { [pathOf('validation_failed')!]: [sampleSentence('validation_failed')] },
    ),
    request_id: requestId,
  },
)
