import type { Schemas } from './generated/methods.ts'

/** The codes of the API, and what can become of an answer on its way. */
export type ErrorCode =
  | Schemas['ApiError']['code']
  /** None came: the network, or nobody in time. Whether anything was done is not known. */
  | 'no_answer'
  /** What came was not the API's: another server, or a proxy in front of it. */
  | 'not_understood'

interface Refused {
  readonly status: number
  readonly code: ErrorCode
  readonly errors?: Readonly<Record<string, string[]>> | undefined
  readonly requestId?: string | null
  readonly idempotencyKey?: string | null
  readonly cause?: unknown
}

/** Why a call did not succeed. */
export class TolborError extends Error {
  override readonly name = 'TolborError'
  /** Of the answer; 0 where none came. */
  readonly status: number
  readonly code: ErrorCode
  /** What is wrong with each field, by its path: `{ 'items.0.quantity': ['…'] }`. */
  readonly errors: Readonly<Record<string, string[]>>
  /** Names the request in the service's log: tell it when you ask for help. */
  readonly requestId: string | null
  /** Of a POST: the same call with this key is never done twice. */
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

/** What a body that is no success says. */
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
