import type { Sql } from '../../../db/sql.ts'
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

/** The payment of a decision link, and whether the link has expired. */
export interface FollowedLink {
  projectId: number
  isTest: boolean
  isOver: boolean
  /** The time of the page: a test clock's time, or real time. */
  now: Date
}

interface Row {
  project_id: number
  is_test: number
  claimed_at: Date | null
  clock_time: Date | null
}

/** Returns the payment of a valid link, or null. A wrong token gives the same result as a wrong id. */
export async function followDecisionLink(
  sql: Sql,
  paymentId: number,
  token: string,
): Promise<FollowedLink | null> {
  const [, ends = '', sign = ''] = TOKEN.exec(token) ?? []
  const row = await sql.row<Row>(
    `SELECT payment.project_id, payment.is_test, payment.claimed_at, clock.frozen_time AS clock_time
     FROM payments payment LEFT JOIN test_clocks clock ON clock.id = payment.test_clock_id WHERE payment.id = ?`,
    [paymentId],
  )
  if (!row?.claimed_at) return null
  const signed = message(paymentId, iso(row.claimed_at), ends)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return null
  const isOver = now() >= new Date(parseInt(ends, 36) * 1000)
  return { projectId: row.project_id, isTest: Boolean(row.is_test), isOver, now: row.clock_time ?? now() }
}

function message(paymentId: number, claimedAt: string, ends: string): string {
  return `${paymentId} ${claimedAt} ${ends}`
}
