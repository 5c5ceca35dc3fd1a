import type { Sql } from '../../../db/sql.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { DAY, later } from '../../kit/time.ts'
import { MEMBER_SELECT, MEMBER_WITH_USE, type MemberRow, serializeMember } from './rows.ts'

/** Lists the members of a project in the order in which they joined. */
export async function listMembers(sql: Sql, projectId: number): Promise<MemberObject[]> {
  const rows = await sql.rows<MemberRow>(`${MEMBER_SELECT} WHERE access.project_id = ? ORDER BY access.id`, [
    projectId,
  ])
  return rows.map(serializeMember)
}

/** A member as the page of an owner shows them. */
export interface ListedMember extends MemberObject {
  /** Whether they were added lately and have not signed in since. */
  isAwaited: boolean
}

/** Sessions are deleted later than that (worker/clean.ts). Before, a member without one has never signed in. */
const KNOWN_FOR = 60 * DAY

/** Lists the members of a project as `listMembers` does, and whether they have signed in. */
export async function listMembersWithUse(sql: Sql, projectId: number, now: Date): Promise<ListedMember[]> {
  const rows = await sql.rows<MemberRow & { uses: number }>(
    `${MEMBER_WITH_USE} WHERE access.project_id = ? ORDER BY access.id`,
    [projectId],
  )
  return rows.map((row) => ({
    ...serializeMember(row),
    isAwaited: row.uses === 0 && later(row.created_at, KNOWN_FOR) > now,
  }))
}

/** Finds a member of a project; returns null if the person is not one. */
export async function findMember(
  sql: Sql,
  projectId: number,
  memberId: number,
): Promise<MemberObject | null> {
  const row = await sql.row<MemberRow>(
    `${MEMBER_SELECT} WHERE access.project_id = ? AND access.member_id = ?`,
    [projectId, memberId],
  )
  return row ? serializeMember(row) : null
}
