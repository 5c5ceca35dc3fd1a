import type { Sql } from '../../db/sql.ts'
import { proof, sameSecret } from '../kit/secrets.ts'
import { DAY, iso, later } from '../kit/time.ts'
import { now } from '../runtime/clock.ts'
import { config } from '../runtime/config.ts'

/** Links in emails live this long, counted from the email and not from what it is about. */
const LIFETIME = 30 * DAY
const PURPOSE = 'transfer'
const TOKEN = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** When a link in an email that is written now ends. In real time: a merchant lives on no test clock. */
export function linkExpiry(): Date {
  return later(now(), LIFETIME)
}

/**
 * The address of the page on which the merchant decides about a reported transfer. Whoever has it may
 * decide, so it is only ever sent to the merchant; nothing of it is stored.
 */
export function decisionUrl(paymentId: number, claimedAt: string, expiresAt: Date): string {
  const ends = Math.floor(expiresAt.getTime() / 1000).toString(36)
  const sign = proof(config().secretKey, PURPOSE, message(paymentId, claimedAt, ends))
  return `${config().baseUrl}/t/${paymentId}/${ends}.${sign}`
}

/** What a link of two answers says of itself: its page then asks for that one alone, and still decides nothing. */
export const ANSWERS = ['yes', 'no'] as const
export type Answer = (typeof ANSWERS)[number]

/** The same page, on which one of the two answers is chosen already. */
export function answerUrl(url: string, answer: Answer): string {
  return `${url}?arrived=${answer}`
}

/** Whose payment a link leads to, and whether the link is too old to decide about it. */
export interface FollowedLink {
  projectId: number
  isTest: boolean
  isOver: boolean
  /** The time at which the payment is shown: a test clock's, or real time. */
  now: Date
}

interface Row {
  project_id: number
  is_test: number
  claimed_at: Date | null
  clock_time: Date | null
}

/** The payment behind a link that we wrote, or null: a wrong token is the same as a wrong id. */
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
