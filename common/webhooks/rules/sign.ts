import { createHmac } from 'node:crypto'

/** Names a message for its receiver: the same on every attempt and for every endpoint. Holds no dot. */
export function messageId(eventId: number): string {
  return `evt_${eventId}`
}

/** What a Standard Webhooks secret looks like: this, and its key in base64. */
export const SECRET_PREFIX = 'whsec_'

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
