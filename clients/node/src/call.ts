import createClient from 'openapi-fetch'
import { errorOf, TolborError } from './error.ts'
import type { paths } from './generated/api.ts'
import { type Fetch, type Patience, patiently } from './send.ts'

export interface CallOptions {
  /** The idempotency key of a POST: your own name for this one operation, instead of a random key. */
  readonly idempotencyKey?: string
  /** Aborts the call. */
  readonly signal?: AbortSignal
}

export interface Call extends CallOptions {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly inPath: Readonly<Record<string, string | number>>
  readonly query?: object | undefined
  readonly body?: unknown
  /** The content of a file that is sent instead of a JSON body. */
  readonly file?: unknown
}

export type Caller = (call: Call) => Promise<unknown>

/** Creates the function that calls the service at an address. It returns the body of a 2xx response, and throws `TolborError` otherwise. */
export function callerOf(baseUrl: string, token: string, fetch: Fetch, patience: Patience): Caller {
  const client = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
    fetch: patiently(fetch, patience),
    querySerializer: { array: { style: 'form', explode: false } },
  })
  // `Methods` has the type of each path's body; here every call is the same.
  const request = client.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>

  return async ({ method, path, inPath, query, body, file, signal, idempotencyKey }) => {
    const key = method === 'post' ? (idempotencyKey ?? crypto.randomUUID()) : null
    const answer = await request(method, path, {
      params: { path: inPath, query },
      ...(body !== undefined && { body }),
      ...(file !== undefined && { body: file, bodySerializer: unchanged }),
      headers: {
        ...(key !== null && { 'Idempotency-Key': key }),
        ...(file !== undefined && { 'Content-Type': 'application/octet-stream' }),
      },
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(inPath[name]))
      throw lost(`${method.toUpperCase()} ${baseUrl}${filled}`, error, key)
    })
    if (!answer.response.ok) throw errorOf(answer.response, answer.error, key)
    return answer.data
  }
}

/** The service finds out the type of a file by its content. */
function unchanged(file: unknown): unknown {
  return file
}

function lost(call: string, cause: unknown, idempotencyKey: string | null): TolborError {
  if (cause instanceof SyntaxError) {
    const message = `${call} was answered with something else than JSON`
    return new TolborError(message, { status: 0, code: 'not_understood', idempotencyKey, cause })
  }
  const why =
    cause instanceof Error ? `: ${(cause.cause instanceof Error ? cause.cause : cause).message}` : ''
  return new TolborError(`${call} was not answered${why}`, {
    status: 0,
    code: 'no_answer',
    idempotencyKey,
    cause,
  })
}
