import { type Code, statusOf } from '../../common/kit/refusal.ts'
import type { Schema } from '../../common/kit/shape.ts'
import type { Endpoint } from '../endpoint.ts'
import { errorShape, invalidShape, sampleBody } from './errors.ts'
import { headers } from './headers.ts'

const ALWAYS: readonly Code[] = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'unavailable',
  'overloaded',
]
const WITH_BODY: readonly Code[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']
const ONCE: readonly Code[] = ['idempotency_in_progress', 'idempotency_key_expired', 'idempotency_key_reused']

/** Returns every refusal of an endpoint, by status. */
export function refusalsOf({ method, refuses, paths = {} }: Endpoint): Map<number, Code[]> {
  const statusIn = (code: Code) => (paths[code] === undefined ? statusOf(code) : 422)
  const possible = [
    ...ALWAYS,
    ...(method === 'get' ? [] : WITH_BODY),
    ...(method === 'post' ? ONCE : []),
    ...refuses,
  ]
  const statuses = [...new Set(possible.map(statusIn))].sort((a, b) => a - b)
  return new Map(statuses.map((status) => [status, possible.filter((code) => statusIn(code) === status)]))
}

/** Refusals that are the same for every endpoint. 409 and 422 differ. */
const SHARED: Record<number, readonly [name: string, description: string, ...codes: Code[]]> = {
  400: ['InvalidJson', 'The body is not JSON.', 'invalid_json'],
  401: ['Unauthenticated', 'The token is missing, unknown or revoked.', 'unauthenticated'],
  403: ['Forbidden', 'The token belongs to another project.', 'forbidden'],
  404: ['NotFound', 'There is no such object in this project and mode.', 'not_found'],
  413: ['BodyTooLarge', 'The body is larger than 256 KiB, or a file larger than 10 MB.', 'body_too_large'],
  415: [
    'UnsupportedMediaType',
    'The Content-Type is not JSON in UTF-8, or not the type of a file.',
    'unsupported_media_type',
  ],
  429: ['RateLimited', 'Too many requests.', 'rate_limited'],
  500: ['InternalError', 'Something went wrong on our side.', 'internal_error'],
  503: [
    'Unavailable',
    'The service cannot answer right now. Retry after the seconds in `Retry-After`.',
    'unavailable',
    'overloaded',
  ],
}

/** Returns the responses that operations reference by name. */
export function sharedResponses(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([status, [name, description, ...codes]]) => [
      name,
      responseOf(Number(status), description, codes),
    ]),
  )
}

/** Returns the response of an endpoint for these refusals; `paths` names its own fields. */
export function refusalResponse(status: number, codes: readonly Code[], paths: Endpoint['paths']): Schema {
  const shared = SHARED[status]
  if (!shared) return responseOf(status, OWN[status] ?? '', codes, paths)
  const [name, , ...known] = shared
  const unknown = codes.filter((code) => !known.includes(code))
  if (unknown.length > 0)
    throw new Error(`the shared response ${status} of the reference does not include ${unknown.join()}`)
  return { $ref: `#/components/responses/${name}` }
}

const OWN: Record<number, string> = {
  409: "The object's state does not allow it, or the first request with this key is still running.",
  422: 'A value is invalid, or a rule does not allow it.',
}

function responseOf(
  status: number,
  description: string,
  codes: readonly Code[],
  paths: Endpoint['paths'] = {},
): Schema {
  return {
    description,
    headers: headers(
      'X-Request-Id',
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ),
    content: {
      'application/json': {
        schema: {
          allOf: [
            status === 422 ? invalidShape : errorShape,
            { type: 'object', properties: { code: { type: 'string', enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: sampleBody(code, paths[code]) }])),
      },
    },
  }
}
