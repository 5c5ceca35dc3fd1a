import { proof, sameSecret } from '../kit/secrets.ts'
import { DAY, later } from '../kit/time.ts'
import { now } from '../runtime/clock.ts'
import { config } from '../runtime/config.ts'

/** Links in letters live this long. In real time: whoever opens one lives on no test clock. */
const LIFETIME = 30 * DAY
const PURPOSE = 'renew'
const TOKEN = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** When a link in a letter that leaves now ends. */
export function renewLinkExpiry(): Date {
  return later(now(), LIFETIME)
}

/**
 * The address of the page on which a subscription is renewed. Whoever has it can look at the plan and
 * pay for it, no more. Nothing of it is stored: it is made anew whenever a letter is written out.
 */
export function renewUrl(subscriptionId: number, expiresAt = renewLinkExpiry()): string {
  const ends = Math.floor(expiresAt.getTime() / 1000).toString(36)
  const sign = proof(config().secretKey, PURPOSE, message(subscriptionId, ends))
  return `${config().baseUrl}/r/${subscriptionId}/${ends}.${sign}`
}

/** Whether we wrote this link, and whether it still works: a wrong token is the same as a wrong id. */
export function judgeRenewLink(subscriptionId: number, token: string): 'good' | 'old' | 'wrong' {
  const [, ends = '', sign = ''] = TOKEN.exec(token) ?? []
  const signed = message(subscriptionId, ends)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return 'wrong'
  return now() >= new Date(parseInt(ends, 36) * 1000) ? 'old' : 'good'
}

function message(subscriptionId: number, ends: string): string {
  return `${subscriptionId} ${ends}`
}
