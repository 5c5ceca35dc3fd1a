import { proof, sameSecret } from '../../kit/secrets.ts'
import { DAY, iso, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'

/** Lifetime of links in emails, counted from the email, not from the report. */
const LIFETIME = 30 * DAY
const PURPOSE = 'transfer'
const TOKEN = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** Returns when a link in an email written now expires. In real time, because a merchant is not on a test clock. */
export function linkExpiry(): Date {
  return later(now(), LIFETIME)
}

/**
 * Returns the address of the page on which the merchant decides about a pending payment. Its holder can decide, so
 * it is sent only to the merchant. It is signed, not stored.
 */
export function decisionUrl(paymentId: number, claimedAt: string, expiresAt: Date): string {
  const ends = Math.floor(expiresAt.getTime() / 1000).toString(36)
  const sign = proof(config().secretKey, PURPOSE, message(paymentId, claimedAt, ends))
  return `${config().baseUrl}/t/${paymentId}/${ends}.${sign}`
}

/** The possible answers in a link. The page then offers only that answer, and still needs a click. */
export const ANSWERS = ['yes', 'no'] as const
export type Answer = (typeof ANSWERS)[number]

/** Returns the address of the page with one answer preselected. */
export function answerUrl(url: string, answer: Answer): string {
  return `${url}?arrived=${answer}`
}

/** Returns whether the decision link of a payment has expired, or null if its token is wrong. */
export function readDecisionLink(
  { id, claimedAt }: { id: number; claimedAt: Date | null },
  token: string,
): { isOver: boolean } | null {
  const [, ends = '', sign = ''] = TOKEN.exec(token) ?? []
  if (!claimedAt) return null
  const signed = message(id, iso(claimedAt), ends)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return null
  return { isOver: now() >= new Date(parseInt(ends, 36) * 1000) }
}

function message(paymentId: number, claimedAt: string, ends: string): string {
  return `${paymentId} ${claimedAt} ${ends}`
}
