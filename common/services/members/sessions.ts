import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { SESSION_IDLE } from '../../domain/members/session.ts'
import { later } from '../../kit/time.ts'

/** An open session, as its member sees it. */
export interface OpenSession {
  id: number
  user_agent: string
  last_used_at: Date
  created_at: Date
}

/** Lists the open sessions of a member, the last used first. */
export async function listOpenSessions(sql: Sql, memberId: number, now: Date): Promise<OpenSession[]> {
  return sql.rows<OpenSession>(
    `SELECT id, user_agent, last_used_at, created_at FROM dashboard_sessions
     WHERE member_id = ? AND ended_at IS NULL AND expires_at > ? AND last_used_at > ?
     ORDER BY last_used_at DESC, id DESC`,
    [memberId, now, later(now, -SESSION_IDLE)],
  )
}

/** Ends a session of this member. Does nothing if it is not theirs or has ended. */
export async function endDashboardSession(tx: Tx, memberId: number, id: number): Promise<void> {
  await tx.sql.write(
    'UPDATE dashboard_sessions SET ended_at = ? WHERE id = ? AND member_id = ? AND ended_at IS NULL',
    [tx.now, id, memberId],
  )
}

/** Ends all sessions of a member. */
export async function endAllSessions(tx: Tx, memberId: number): Promise<void> {
  await tx.sql.write('UPDATE dashboard_sessions SET ended_at = ? WHERE member_id = ? AND ended_at IS NULL', [
    tx.now,
    memberId,
  ])
}

/** Stores that a session was used now. */
export async function noteSessionUse(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run('UPDATE dashboard_sessions SET last_used_at = ? WHERE id = ? AND last_used_at < ?', [
    now,
    id,
    now,
  ])
}
