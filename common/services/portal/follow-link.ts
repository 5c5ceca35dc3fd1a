import type { Sql } from '../../../db/sql.ts'
import type { Flow } from '../../domain/portal/input.ts'
import { sha256 } from '../../kit/secrets.ts'
import { readPortalLink } from '../links/portal.ts'
import type { PortalLink } from './link.ts'

interface Row {
  project_id: number
  is_test: number
  customer_id: number
  return_url: string | null
  locale: PortalLink['locale']
  flow: Flow | null
  subscription_id: number | null
  expires_at: Date
}

/** Finds a link created through the API by its secret; returns null if there never was one. */
export async function followLink(sql: Sql, token: string, now: Date): Promise<PortalLink | null> {
  const row = await sql.row<Row>(
    `SELECT project_id, is_test, customer_id, return_url, locale, flow, subscription_id, expires_at
     FROM portal_links WHERE hash = ?`,
    [sha256(token)],
  )
  if (!row) return null
  const { flow, subscription_id: subscriptionId } = row
  return {
    projectId: row.project_id,
    isTest: Boolean(row.is_test),
    customerId: row.customer_id,
    returnUrl: row.return_url,
    locale: row.locale,
    goal: flow !== null && subscriptionId !== null ? { flow, subscriptionId } : null,
    version: null,
    isOver: row.expires_at <= now,
  }
}

/** Reads a link from an email; returns null if its signature is not ours. */
export async function followEmailedLink(
  sql: Sql,
  customerId: number,
  token: string,
): Promise<PortalLink | null> {
  const link = readPortalLink(customerId, token)
  if (!link) return null
  const row = await sql.row<Pick<Row, 'project_id' | 'is_test'> & { link_version: number }>(
    'SELECT project_id, is_test, link_version FROM customers WHERE id = ?',
    [customerId],
  )
  if (!row) return null
  return {
    projectId: row.project_id,
    isTest: Boolean(row.is_test),
    customerId,
    returnUrl: null,
    locale: 'auto',
    goal: null,
    version: link.version,
    isOver: link.isOver || link.version !== row.link_version,
  }
}
