import type { Sql } from '../../../db/sql.ts'
import { sha256 } from '../../kit/secrets.ts'
import type { PortalAccess } from './link.ts'

/** A browser's session, whether or not it is still open. */
export interface CustomerSession extends PortalAccess {
  id: number
  state: 'open' | 'over' | 'signed_out'
  customerName: string | null
  /** The customer's current time: their test clock's, or real time. */
  time: Date
}

interface Row {
  id: number
  project_id: number
  is_test: number
  customer_id: number
  return_url: string | null
  locale: PortalAccess['locale']
  ended_at: Date | null
  expires_at: Date
  name: string | null
  deleted_at: Date | null
  is_ended: number
  clock_time: Date | null
}

/** Finds a session by its secret; returns null if there never was one. */
export async function findSession(sql: Sql, token: string, now: Date): Promise<CustomerSession | null> {
  const row = await sql.row<Row>(
    `SELECT session.id, session.project_id, session.is_test, session.customer_id, session.return_url,
       session.locale, session.ended_at, session.expires_at,
       customer.name, customer.deleted_at, customer.link_version <> session.link_version AS is_ended, clock.frozen_time AS clock_time
     FROM portal_sessions session
     JOIN customers customer ON customer.id = session.customer_id
     LEFT JOIN test_clocks clock ON clock.id = customer.test_clock_id
     WHERE session.hash = ?`,
    [sha256(token)],
  )
  if (!row) return null
  const open = row.expires_at > now && row.deleted_at === null
  return {
    id: row.id,
    projectId: row.project_id,
    isTest: Boolean(row.is_test),
    customerId: row.customer_id,
    returnUrl: row.return_url,
    locale: row.locale,
    state: row.ended_at !== null || (open && row.is_ended) ? 'signed_out' : open ? 'open' : 'over',
    customerName: row.name,
    time: row.clock_time ?? now,
  }
}
