// Node.js 18 or newer. `headers` as node:http gives them: names in lower case. `body` is the raw body.
import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE = 300 // seconds

/** Whether a delivery is genuine and fresh, by its Standard Webhooks headers. `now` is in Unix seconds. */
export function isGenuine(body, headers, secret, now = Date.now() / 1000) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    return version === 'v1' && same(Buffer.from(value, 'base64'), expected)
  })
}

/** The simpler check: the hex HMAC-SHA256 of the raw body. It tells nothing about when it was sent. */
export function isGenuinePlain(body, headers, secret) {
  const expected = createHmac('sha256', secret).update(body).digest()
  return same(Buffer.from(headers['tolbor-signature'] ?? '', 'hex'), expected)
}

function same(given, expected) {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
