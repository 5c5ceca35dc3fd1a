import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { config } from '../../../runtime/config.ts'
import { guardedRequest } from '../../../runtime/guarded-http.ts'
import type { ProviderCall } from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { asProviderError } from './faults.ts'

/** The longest time of a call, even if its signal allows more. */
const TIMEOUT = 30_000
/** The longest answer has a hundred refunds of a payment. */
const READ_AT_MOST = 1024 * 1024

/** Returns the package. The first call loads it, which takes a tenth of a second, so that start-up stays fast. */
export async function loadStripe(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

/**
 * Makes calls with the account's key. They end with the signal, and send no telemetry. The package does not
 * retry, since our due rows do. Every failure is a `ProviderError`.
 */
export async function withStripe<Result>(
  { values, signal }: ProviderCall<StripeAccount>,
  use: (stripe: Stripe) => Promise<Result>,
): Promise<Result> {
  try {
    const Package = await loadStripe()
    const { protocol, hostname, port } = new URL(config().stripeApiUrl)
    const stripe = new Package(values.secret_key, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: TIMEOUT,
      httpClient: Package.createFetchHttpClient(((url: string, init: RequestInit) =>
        send(url, init, signal)) as typeof fetch),
    })
    return await use(stripe)
  } catch (error) {
    throw asProviderError(error)
  }
}

/**
 * Replaces the package's `fetch` by a guarded request. Node's own `fetch` conflicts with another version of
 * its client, and has no size limit.
 */
async function send(
  url: string,
  { method, headers, body: requestBody, signal: packageSignal }: RequestInit,
  signal: AbortSignal,
) {
  const answer = await guardedRequest(
    {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof requestBody === 'string' && requestBody !== '' && { body: requestBody }),
    },
    // The operator configures Stripe's address, which may be local in development.
    {
      ...{ allowHttp: true, allowPrivate: true, readAtMost: READ_AT_MOST },
      signal: AbortSignal.any([signal, ...(packageSignal ? [packageSignal] : [])]),
    },
  )
  const answerHeaders = Object.entries(answer.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  // A `Response` with one of these statuses must not have a body.
  const body = [204, 205, 304].includes(answer.status) ? null : answer.body
  return new Response(body, { status: answer.status, headers: answerHeaders })
}

/**
 * Returns the idempotency key of a request, which Stripe stores for 24 hours. It includes a hash of the
 * request and of our address. A changed request has another key, and so has a copy of this database with the
 * same Stripe keys. Stripe stores errors too, so the request after an error has another `attempt`.
 */
export function idempotencyKey(
  kind: string,
  { account: { projectId, isTest } }: Pick<ProviderCall, 'account'>,
  { id, attempt }: { id: number; attempt: number },
  request: object,
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([config().baseUrl, request]))
    .digest('base64url')
  return [kind, projectId, isTest ? 'test' : 'live', id, hash, ...(attempt > 0 ? [attempt] : [])].join(':')
}
