import type { Sql } from '../../../db/sql.ts'
import type { Role } from '../../domain/members/role.ts'
import {
  isProofFresh,
  type SessionState,
  sessionState,
  USE_NOTED_EVERY,
} from '../../domain/members/session.ts'
import { sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'

/** A browser's session, open or ended, with its member and the member's role in each project. */
export interface MemberSession {
  id: number
  state: SessionState
  member: { id: number; email: string; name: string | null }
  /** By project id, oldest project first. */
  roles: ReadonlyMap<number, Role>
  /** Whether the member has proved recently who they are, see `isProofFresh`. */
  isProofFresh: boolean
  /** The last use should be stored again. */
  isUseOld: boolean
}

interface Row {
  id: number
  member_id: number
  email: string
  name: string | null
  ended_at: Date | null
  expires_at: Date
  last_used_at: Date
  proved_at: Date | null
  project_id: number | null
  role: Role | null
}

/** Finds a session by its secret, not from a cache: a removed member must not see another page. Null if there never was one. */
export async function findDashboardSession(
  sql: Sql,
  secret: string,
  now: Date,
): Promise<MemberSession | null> {
  const rows = await sql.rows<Row>(
    `SELECT session.id, session.member_id, member.email, member.name, session.ended_at, session.expires_at,
       session.last_used_at, session.proved_at, access.project_id, access.role
     FROM dashboard_sessions session
     JOIN members member ON member.id = session.member_id
     LEFT JOIN member_projects access ON access.member_id = session.member_id
     WHERE session.hash = ? ORDER BY access.project_id`,
    [sha256(secret)],
  )
  const [row] = rows
  if (!row) return null
  const roles = new Map(
    rows.flatMap(({ project_id: id, role }) => (id === null || role === null ? [] : [[id, role]])),
  )
  return {
    id: row.id,
    state: sessionState(row, roles.size, now),
    member: { id: row.member_id, email: row.email, name: row.name },
    roles,
    isProofFresh: isProofFresh(row.proved_at, now),
    isUseOld: later(row.last_used_at, USE_NOTED_EVERY) <= now,
  }
}
