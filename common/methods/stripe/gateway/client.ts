import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { config } from '../../../runtime/config.ts'
import { guardedRequest } from '../../../runtime/guarded-http.ts'
import type { ProviderCall } from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { asProviderError } from './faults.ts'

/** No call waits longer, whatever its signal says. */
const AT_MOST = 30_000
/** A hundred refunds of a payment are the longest answer. */
const READ_AT_MOST = 1024 * 1024

/** The package, loaded by the first call: it takes a tenth of a second, which start-up does not pay for. */
export async function loadStripe(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

/**
 * Makes calls with the account's key. They end with the signal, tell Stripe nothing about this machine, and are
 * never repeated by the package: what is due again is a row of ours. Whatever goes wrong there is a `ProviderError`.
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
      timeout: AT_MOST,
      httpClient: Package.createFetchHttpClient(((url: string, init: RequestInit) =>
        send(url, init, signal)) as typeof fetch),
    })
    return await use(stripe)
  } catch (error) {
    throw asProviderError(error)
  }
}

/**
 * As `fetch` is called by the package, by our own way out: that of Node cannot be relied on beside another version of
 * the same client, and would read an answer without end.
 */
async function send(
  url: string,
  { method, headers, body: asked, signal: ofPackage }: RequestInit,
  signal: AbortSignal,
) {
  const answer = await guardedRequest(
    {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof asked === 'string' && asked !== '' && { body: asked }),
    },
    // The operator says where Stripe is: on this machine, while one tries.
    {
      ...{ allowHttp: true, allowPrivate: true, readAtMost: READ_AT_MOST },
      signal: AbortSignal.any([signal, ...(ofPackage ? [ofPackage] : [])]),
    },
  )
  const told = Object.entries(answer.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  // These have no body by definition, and a `Response` takes none.
  const body = [204, 205, 304].includes(answer.status) ? null : answer.body
  return new Response(body, { status: answer.status, headers: told })
}

/**
 * What makes a repeated request the same one, for the 24 hours for which Stripe remembers it. With all that the
 * request says in it, no other request can meet it: neither one of ours that says something else by now, nor one of
 * a copy of this database that counts its payments on with the same keys. Stripe keeps answers that are errors as well, so the
 * request after one is another `attempt`.
 */
export function idempotencyKey(
  what: string,
  { account: { projectId, isTest } }: Pick<ProviderCall, 'account'>,
  { id, attempt }: { id: number; attempt: number },
  request: object,
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([config().baseUrl, request]))
    .digest('base64url')
  return [what, projectId, isTest ? 'test' : 'live', id, hash, ...(attempt > 0 ? [attempt] : [])].join(':')
}
