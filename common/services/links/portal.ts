import { proof, sameSecret } from '../../kit/secrets.ts'
import { DAY, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'

/** Lifetime of links in emails. In real time, because the reader is not on a test clock. */
const LIFETIME = 30 * DAY
const PURPOSE = 'portal'
const TOKEN = /^([0-9a-z]{1,9})(?:-([0-9a-z]{1,7}))?\.([A-Za-z0-9_-]{43})$/

/**
 * Returns the address that logs a customer into the portal. Its holder can do everything that the customer can. The
 * link is signed, not stored: each email gets a new one. `version` is the customer's link version: when it rises,
 * earlier links stop working.
 */
export function portalUrl(customerId: number, version: number): string {
  const ends = Math.floor(later(now(), LIFETIME).getTime() / 1000).toString(36)
  const terms = version === 0 ? ends : `${ends}-${version.toString(36)}`
  const sign = proof(config().secretKey, PURPOSE, message(customerId, terms))
  return `${config().baseUrl}/portal/${customerId}/${terms}.${sign}`
}

/**
 * Returns the version that a valid link was created for, and whether it has expired. Returns null for an invalid
 * link: a wrong token gives the same result as a wrong id.
 */
export function readPortalLink(
  customerId: number,
  token: string,
): { version: number; isOver: boolean } | null {
  const [, ends = '', version, sign = ''] = TOKEN.exec(token) ?? []
  const signed = message(customerId, version === undefined ? ends : `${ends}-${version}`)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return null
  const isOver = now() >= new Date(parseInt(ends, 36) * 1000)
  return { version: parseInt(version ?? '0', 36), isOver }
}

function message(customerId: number, terms: string): string {
  return `${customerId} ${terms}`
}
