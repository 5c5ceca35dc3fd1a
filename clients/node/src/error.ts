import type { Schemas } from './generated/methods.ts'

/** The codes of the API, and of a response that was lost or replaced on its way. */
export type ErrorCode =
  | Schemas['ApiError']['code']
  /** No response: a network failure or a timeout. It is not known whether the operation was done. */
  | 'no_answer'
  /** The response is not from the API: another server, or a proxy in front of it. */
  | 'not_understood'

interface Refused {
  readonly status: number
  readonly code: ErrorCode
  readonly errors?: Readonly<Record<string, string[]>> | undefined
  readonly requestId?: string | null
  readonly idempotencyKey?: string | null
  readonly cause?: unknown
}

/** The error of a failed call. */
export class TolborError extends Error {
  override readonly name = 'TolborError'
  /** The HTTP status; 0 without a response. */
  readonly status: number
  readonly code: ErrorCode
  /** The problems of each field, by its path: `{ 'items.0.quantity': ['…'] }`. */
  readonly errors: Readonly<Record<string, string[]>>
  /** The request's id in the service's log: include it when you ask for help. */
  readonly requestId: string | null
  /** The key of a POST: the same call with this key is never executed twice. */
  readonly idempotencyKey: string | null

  constructor(message: string, { status, code, errors, requestId, idempotencyKey, cause }: Refused) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.errors = errors ?? {}
    this.requestId = requestId ?? null
    this.idempotencyKey = idempotencyKey ?? null
  }
}

/** The body of an error response. */
export function errorOf(response: Response, body: unknown, idempotencyKey: string | null): TolborError {
  const { status } = response
  const requestId = response.headers.get('X-Request-Id')
  if (!isRefusal(body)) {
    const message = `${response.url} answered ${status} with something else than JSON of Tolbor`
    return new TolborError(message, {
      status,
      code: 'not_understood',
      requestId,
      idempotencyKey,
      cause: body,
    })
  }
  const { message, code, errors, request_id } = body
  return new TolborError(message, { status, code, errors, requestId: request_id, idempotencyKey })
}

type Refusal = Schemas['ApiError'] & { errors?: Record<string, string[]> }

function isRefusal(body: unknown): body is Refusal {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}
