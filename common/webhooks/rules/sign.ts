import { createHmac } from 'node:crypto'
import { messageId } from '../../events/rules/message-id.ts'

/** What a Standard Webhooks secret looks like: this, and its key in base64. */
export const SECRET_PREFIX = 'whsec_'
/** A multiple of three, so that its base64 ends without padding. */
export const SECRET_BYTES = 24

export interface Signed {
  eventId: number
  /** The bytes as they go out. */
  body: string
  /** When this attempt is made, in real time: a receiver refuses old ones. */
  at: Date
  /** The secret in use first; while it is being replaced, those before it too. */
  secrets: readonly [string, ...string[]]
  /** The header that carries one hex HMAC-SHA256 of the body, with the text of the secret in use. */
  plainHeader: string
}

/** All headers of a delivery. */
export function deliveryHeaders(signed: Signed): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Tolbor-Webhooks/1',
    ...signatureHeaders(signed),
  }
}

/**
 * The headers by which a receiver knows that a message is ours: those of the Standard Webhooks
 * specification, and one plain signature for clients that check only that.
 */
export function signatureHeaders({
  eventId,
  body,
  at,
  secrets,
  plainHeader,
}: Signed): Record<string, string> {
  const id = messageId(eventId)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(
    (secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`, 'base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    [plainHeader]: hmac(secrets[0], body, 'hex'),
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
}

function hmac(key: string | Buffer, message: string, form: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(message).digest(form)
}
