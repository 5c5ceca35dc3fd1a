import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { Schemas } from './generated/methods.ts'

export { WebhookVerificationError }

/** An event as it is delivered; its `type` tells what `data.object` is. */
export type Event = Schemas['Event']

/** As `request.headers` has them, in Node and in workers. */
type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export const webhooks = {
  /**
   * The event of a delivery that is genuine and no more than five minutes old, by its Standard Webhooks headers. `body`
   * is the raw body, `secret` the endpoint's (`whsec_…`). Throws `WebhookVerificationError`.
   */
  verify(body: string | Uint8Array, headers: DeliveryHeaders, secret: string): Event {
    return new Webhook(secret).verify(textOf(body), plain(headers)) as Event
  },

  /**
   * The event of a delivery by its plain signature: the hex HMAC-SHA256 of the body. It says nothing of when it was
   * sent: keep to `verify` where you can.
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
      throw new WebhookVerificationError('No matching signature found')
    return JSON.parse(text) as Event
  },
}

/** What was signed are bytes; text that is no UTF-8 is not what we sent. */
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
