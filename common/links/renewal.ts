import type { Sql } from '../../db/sql.ts'
import { proof, sameSecret } from '../kit/secrets.ts'
import { DAY, later } from '../kit/time.ts'
import { now } from '../runtime/clock.ts'
import { config } from '../runtime/config.ts'

/** Links in emails live this long. In real time: whoever opens one lives on no test clock. */
const LIFETIME = 30 * DAY
const PURPOSE = 'renew'
const TOKEN = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** When a link in an email that leaves now ends. */
export function renewLinkExpiry(): Date {
  return later(now(), LIFETIME)
}

/**
 * The address of the page on which a subscription is renewed. Whoever has it can look at the plan and
 * pay for it, no more. Nothing of it is stored: it is made anew whenever an email is written out.
 */
export function renewUrl(subscriptionId: number, expiresAt = renewLinkExpiry()): string {
  const ends = Math.floor(expiresAt.getTime() / 1000).toString(36)
  const sign = proof(config().secretKey, PURPOSE, message(subscriptionId, ends))
  return `${config().baseUrl}/r/${subscriptionId}/${ends}.${sign}`
}

/** Whose subscription a link leads to, and whether the link is too old to be used. */
export interface FollowedRenewLink {
  projectId: number
  isTest: boolean
  isOver: boolean
}

/** The subscription behind a link that we wrote, or null: a wrong token is the same as a wrong id. */
export async function followRenewLink(
  sql: Sql,
  subscriptionId: number,
  token: string,
): Promise<FollowedRenewLink | null> {
  const [, ends = '', sign = ''] = TOKEN.exec(token) ?? []
  const signed = message(subscriptionId, ends)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return null
  const row = await sql.row<{ project_id: number; is_test: number }>(
    'SELECT project_id, is_test FROM subscriptions WHERE id = ?',
    [subscriptionId],
  )
  if (!row) return null
  const isOver = now() >= new Date(parseInt(ends, 36) * 1000)
  return { projectId: row.project_id, isTest: Boolean(row.is_test), isOver }
}

function message(subscriptionId: number, ends: string): string {
  return `${subscriptionId} ${ends}`
}
