import type { Schema } from '../../common/kit/shape.ts'
import { KEY_SHAPE } from '../idempotency.ts'

const REQUEST_ID: Schema = { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' }

/** Request headers that every call accepts. */
export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice.',
    schema: { type: 'string', pattern: KEY_SHAPE.source.replace('\\x20', ' ').replace('\\x7e', '~') },
    example: '6a1c2b8e-order-1001',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for this request. An invalid one is replaced.',
    schema: REQUEST_ID,
    example: 'order-1001-try-1',
  },
} as const

const text = (description: string, example: string, more: Schema = {}) => ({
  description,
  schema: { type: 'string', ...more },
  example,
})

/** Response headers. */
export const responseHeaders = {
  'X-Request-Id': {
    ...text('The id of this request, also in the logs.', '1f6e0a52-4f0c-4a43-9a3f-0d3c1a4f7b11', REQUEST_ID),
    required: true,
  },
  RateLimit: text(
    'The number of requests that the token has left, and the seconds until all are available again.',
    '"default";r=199;t=1',
  ),
  'RateLimit-Policy': text(
    'The number of requests that a token has, and the seconds that they are for.',
    '"default";q=200;w=2',
  ),
  'Idempotent-Replayed': text('Set if this is a stored response, sent again.', 'true', { enum: ['true'] }),
  Link: text(
    'The next and previous page (RFC 8288), with the same filters.',
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

/** Returns references to these headers. */
export function headers(...names: ResponseHeader[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
