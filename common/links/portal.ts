import { proof, sameSecret } from '../kit/secrets.ts'
import { DAY, later } from '../kit/time.ts'
import { now } from '../runtime/clock.ts'
import { config } from '../runtime/config.ts'

/** Links in emails live this long. In real time: whoever opens one lives on no test clock. */
const LIFETIME = 30 * DAY
const PURPOSE = 'portal'
const TOKEN = /^([0-9a-z]{1,9})(?:-([0-9a-z]{1,7}))?\.([A-Za-z0-9_-]{43})$/

/**
 * The address under which an email leads a customer into the portal: whoever has it can do there what
 * the customer can. Nothing of it is stored; it is made anew whenever an email is written out.
 * `version` is the customer's: when that rises, the links of before end.
 */
export function portalUrl(customerId: number, version: number): string {
  const ends = Math.floor(later(now(), LIFETIME).getTime() / 1000).toString(36)
  const terms = version === 0 ? ends : `${ends}-${version.toString(36)}`
  const sign = proof(config().secretKey, PURPOSE, message(customerId, terms))
  return `${config().baseUrl}/portal/${customerId}/${terms}.${sign}`
}

/**
 * The version that a link of ours was written for, and whether its time is over; null where we never wrote
 * it: a wrong token is the same as a wrong id.
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
