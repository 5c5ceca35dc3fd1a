import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { Schemas } from './generated/methods.ts'

export { WebhookVerificationError }

/** A delivered event; its `type` determines the type of `data.object`. */
export type Event = Schemas['Event']

/** The type of `request.headers`, in Node and in workers. */
type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export const webhooks = {
  /**
   * Returns the event of a genuine delivery that is at most five minutes old, by its Standard Webhooks headers. `body`
   * is the raw body, `secret` the endpoint's (`whsec_…`). Throws `WebhookVerificationError`.
   *
   * Older releases send no `webhook_id` in the body: it is then filled in from the signed header.
   */
  verify(body: string | Uint8Array, headers: DeliveryHeaders, secret: string): Event {
    const given = plain(headers)
    const event = explained(() => verifierOf(secret).verify(textOf(body), given)) as Event
    return { ...event, webhook_id: event.webhook_id || (given['webhook-id'] ?? '') }
  },

  /**
   * Returns the event of a delivery by its plain signature: the hex HMAC-SHA256 of the body. It does not cover the time
   * of sending: use `verify` if you can.
   */
  async verifyPlain(
    body: string | Uint8Array,
    headers: DeliveryHeaders,
    secret: string,
    header = 'Tolbor-Signature',
  ): Promise<Event> {
    const text = textOf(body)
    const given = plain(headers)[header.toLowerCase()] ?? ''
    const bytes = new TextEncoder()
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['verify'])
    const signature = /^[0-9a-f]{64}$/.test(given)
      ? Uint8Array.from(given.match(/../g)!, (hex) => parseInt(hex, 16))
      : null
    if (!signature || !(await crypto.subtle.verify('HMAC', key, signature, bytes.encode(text))))
      throw new WebhookVerificationError(NO_MATCH)
    return JSON.parse(text) as Event
  },
}

const NO_MATCH =
  'No signature matches: check that this is the secret of this endpoint (whsec_…) and the body as it arrived, not parsed and converted again'

/** What to do, by the library's message. */
const ADVICE: Readonly<Record<string, string>> = {
  'Missing required headers':
    'The headers webhook-id, webhook-timestamp or webhook-signature are missing: pass all headers of the request',
  'No matching signature found': NO_MATCH,
  'Message timestamp too old':
    'The delivery is more than five minutes old: check the clock of this machine, and verify a delivery when it arrives',
  'Message timestamp too new':
    'The delivery is more than five minutes ahead: check the clock of this machine',
}

function explained<Result>(verify: () => Result): Result {
  try {
    return verify()
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      throw new WebhookVerificationError(ADVICE[error.message] ?? error.message)
    throw error
  }
}

/** Throws a `TypeError` for a value that is not a secret of an endpoint, such as an unset variable. */
function verifierOf(secret: string): Webhook {
  try {
    return new Webhook(secret)
  } catch {
    throw new TypeError('secret must be the secret of the webhook endpoint: whsec_…')
  }
}

/** The signature covers bytes; a text that is not UTF-8 did not come from us. */
function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  if (!(body instanceof Uint8Array))
    throw new TypeError('body must be the raw body: its bytes or its text, not parsed')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new WebhookVerificationError('The body is not UTF-8')
  }
}

function plain(headers: DeliveryHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), String(value)]])),
  )
}
