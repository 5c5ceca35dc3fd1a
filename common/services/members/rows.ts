import type { Row } from '../../../db/define-table.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { iso } from '../../kit/time.ts'
import type { memberProjectsTable } from './member-projects-table.ts'
import type { membersTable } from './members-table.ts'

interface MemberRow
  extends
    Pick<Row<typeof membersTable>, 'id' | 'email' | 'name'>,
    Pick<Row<typeof memberProjectsTable>, 'project_id' | 'role' | 'created_at'> {}

const COLUMNS = 'member.id, member.email, member.name, access.project_id, access.role, access.created_at'
const FROM = 'FROM member_projects access JOIN members member ON member.id = access.member_id'

export const MEMBER_SELECT = `SELECT ${COLUMNS} ${FROM}`

/** With `uses`: whether the member has used the dashboard since they joined. */
export const MEMBER_WITH_USE = `SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM dashboard_sessions session
    WHERE session.member_id = access.member_id AND session.last_used_at >= access.created_at) uses ${FROM}`

export function serializeMember(row: MemberRow): MemberObject {
  const { id, project_id, email, name, role } = row
  return { id, project_id, email, name, role, created_at: iso(row.created_at) }
}

export type { MemberRow }
