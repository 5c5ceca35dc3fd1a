import type { Sql } from '../../../db/sql.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { MEMBER_SELECT, type MemberRow, serializeMember } from './rows.ts'

/** Lists the members of a project in the order in which they joined. */
export async function listMembers(sql: Sql, projectId: number): Promise<MemberObject[]> {
  const rows = await sql.rows<MemberRow>(`${MEMBER_SELECT} WHERE access.project_id = ? ORDER BY access.id`, [
    projectId,
  ])
  return rows.map(serializeMember)
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
