import { proof, sameSecret } from '../kit/secrets.ts'
import { DAY, later } from '../kit/time.ts'
import { now } from '../runtime/clock.ts'
import { config } from '../runtime/config.ts'

/** Links in emails live this long. In real time: whoever opens one lives on no test clock. */
const LIFETIME = 30 * DAY
const PURPOSE = 'portal'
const TOKEN = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/**
 * The address under which an email leads a customer into the portal: whoever has it can do there what
 * the customer can. Nothing of it is stored; it is made anew whenever an email is written out.
 */
export function portalUrl(customerId: number): string {
  const ends = Math.floor(later(now(), LIFETIME).getTime() / 1000).toString(36)
  const sign = proof(config().secretKey, PURPOSE, message(customerId, ends))
  return `${config().baseUrl}/portal/${customerId}/${ends}.${sign}`
}

/** Whether we wrote this link, and whether it still works: a wrong token is the same as a wrong id. */
export function checkPortalLink(customerId: number, token: string): 'good' | 'old' | 'wrong' {
  const [, ends = '', sign = ''] = TOKEN.exec(token) ?? []
  const signed = message(customerId, ends)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return 'wrong'
  return now() >= new Date(parseInt(ends, 36) * 1000) ? 'old' : 'good'
}

function message(customerId: number, ends: string): string {
  return `${customerId} ${ends}`
}
