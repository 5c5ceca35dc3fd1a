import { type Code, type Params, pathOf, refusals, sentenceOf } from '../../common/kit/refusal.ts'
import { Kind, shape } from '../../common/kit/shape.ts'
import { choice, text } from '../../common/kit/values.ts'
import { METHOD_SETTINGS } from '../../common/projects/check-payable.ts'

export const codes = Object.keys(refusals) as Code[]

/** Words that any refusal's sentence can be shown with. */
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
  mode: 'test',
  say: 'items.0.quantity must be at least 1.',
}
/** Where a thing stands when it is refused so. */
const STATUSES: Partial<Record<Code, string>> = {
  invoice_not_draft: 'open',
  invoice_not_open: 'void',
  payment_not_pending: 'paid',
  payment_not_paid: 'started',
}
const REQUEST_ID = '1f6e0a52-4f0c-4a43-9a3f-0d3c1a4f7b11'

/** A refusal's sentence, as a reader of the reference is shown it. */
export function sampleSentence(code: Code): string {
  return sentenceOf({ code, params: { ...SAMPLE, status: STATUSES[code] ?? 'complete' } })
}

/** What a refusal returns; `path` is the field that it is about, where one is wrong. */
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
  message: text('What is wrong and what to do, for people. It may change.', sampleSentence(code)),
  code: choice('What is wrong, for programs. It never changes.', codes, code),
})
const requestId = text('Names this request: tell it when you ask for help.', REQUEST_ID, { maxLength: 128 })

export const errorShape = shape('ApiError', 'Why a request was refused.', {
  ...common('unauthenticated'),
  request_id: requestId,
})

export const invalidShape = shape(
  'ValidationError',
  'Everything that is wrong with a request, each problem under its path.',
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
