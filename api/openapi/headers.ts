import type { Schema } from '../../common/kit/shape.ts'
import { KEY_SHAPE } from '../idempotency.ts'

const REQUEST_ID: Schema = { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' }

/** Headers of requests, which any call can send. */
export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice.',
    schema: { type: 'string', pattern: KEY_SHAPE.source.replace('\\x20', ' ').replace('\\x7e', '~') },
    example: '6a1c2b8e-order-1001',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'A name of yours for this request; anything else is replaced by one of ours.',
    schema: REQUEST_ID,
    example: 'order-1001-try-1',
  },
} as const

const text = (description: string, example: string, more: Schema = {}) => ({
  description,
  schema: { type: 'string', ...more },
  example,
})

/** Headers of answers. */
export const responseHeaders = {
  'X-Request-Id': {
    ...text('Names this request in the logs.', '1f6e0a52-4f0c-4a43-9a3f-0d3c1a4f7b11', REQUEST_ID),
    required: true,
  },
  RateLimit: text(
    'How many requests the token has left, and in how many seconds more come.',
    '"default";r=199;t=1',
  ),
  'RateLimit-Policy': text('How many requests a token has, and in how many seconds.', '"default";q=200;w=2'),
  'Idempotent-Replayed': text('Set where this is the first answer again.', 'true', { enum: ['true'] }),
  Link: text(
    'The pages beside this one (RFC 8288), with the same filters.',
    '<https://pay.example.org/v1/projects/1/payments?page=2>; rel="next"',
  ),
  'Retry-After': {
    description: 'Seconds to wait.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
    required: true,
  },
  'WWW-Authenticate': { ...text('How to authenticate.', 'Bearer'), required: true },
} as const

export type ResponseHeader = keyof typeof responseHeaders

/** References to these headers. */
export function headers(...names: ResponseHeader[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
