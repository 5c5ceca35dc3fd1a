import { createHmac } from 'node:crypto'

/** Prefix of a Standard Webhooks secret; its key follows in base64. */
export const SECRET_PREFIX = 'whsec_'
/** A multiple of three, so that its base64 ends without padding. */
export const SECRET_BYTES = 24

export interface Signed {
  eventId: number
  /** The exact body that is sent. */
  body: string
  /** Time of this attempt in real time: receivers refuse old timestamps. */
  at: Date
  /** The current secret first, then old ones that are still valid. */
  secrets: readonly [string, ...string[]]
  /** The header with the hex HMAC-SHA256 of the body, keyed with the text of the current secret. */
  plainHeader: string
  /** The request that caused the event, if there was one. */
  requestId?: string | null
}

/** Returns the message id for receivers: the same on every attempt and for every endpoint. It contains no dot. */
export function messageId(eventId: number): string {
  return `evt_${eventId}`
}

/** Returns all headers of a delivery. */
export function deliveryHeaders(signed: Signed): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Tolbor-Webhooks/1',
    ...(signed.requestId != null && { 'tolbor-request-id': signed.requestId }),
    ...signatureHeaders(signed),
  }
}

/**
 * Returns the headers by which a receiver verifies a message: the headers of the Standard
 * Webhooks specification, and one plain signature for clients that check only that.
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
