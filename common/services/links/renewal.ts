import type { Sql } from '../../../db/sql.ts'
import { proof, sameSecret } from '../../kit/secrets.ts'
import { DAY, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'

/** Lifetime of links in emails. In real time, because the reader is not on a test clock. */
const LIFETIME = 30 * DAY
const PURPOSE = 'renew'
const TOKEN = /^([0-9a-z]{1,9})(?:-([0-9a-z]{1,7}))?\.([A-Za-z0-9_-]{43})$/

/**
 * Returns the address of the page on which a subscription is renewed. Its holder can see the plan and pay for it,
 * nothing else. The link is signed, not stored: each email gets a new one. `version` is the customer's link version:
 * when it rises, earlier links stop working.
 */
export function renewUrl(subscriptionId: number, version = 0): string {
  const ends = Math.floor(later(now(), LIFETIME).getTime() / 1000).toString(36)
  const terms = version === 0 ? ends : `${ends}-${version.toString(36)}`
  const sign = proof(config().secretKey, PURPOSE, message(subscriptionId, terms))
  return `${config().baseUrl}/r/${subscriptionId}/${terms}.${sign}`
}

/**
 * The subscription of a renewal link, and whether the link has expired, by time or by the customer's link version.
 */
export interface FollowedRenewLink {
  projectId: number
  isTest: boolean
  isOver: boolean
}

/** Returns the subscription of a valid link, or null. A wrong token gives the same result as a wrong id. */
export async function followRenewLink(
  sql: Sql,
  subscriptionId: number,
  token: string,
): Promise<FollowedRenewLink | null> {
  const [, ends = '', version, sign = ''] = TOKEN.exec(token) ?? []
  const signed = message(subscriptionId, version === undefined ? ends : `${ends}-${version}`)
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return null
  const row = await sql.row<{ project_id: number; is_test: number; link_version: number }>(
    `SELECT subscription.project_id, subscription.is_test, customer.link_version
     FROM subscriptions subscription JOIN customers customer ON customer.id = subscription.customer_id
     WHERE subscription.id = ?`,
    [subscriptionId],
  )
  if (!row) return null
  const isOver =
    now() >= new Date(parseInt(ends, 36) * 1000) || parseInt(version ?? '0', 36) !== row.link_version
  return { projectId: row.project_id, isTest: Boolean(row.is_test), isOver }
}

function message(subscriptionId: number, terms: string): string {
  return `${subscriptionId} ${terms}`
}
