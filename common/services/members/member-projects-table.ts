import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { Role } from '../../domain/members/role.ts'
import { primaryKey, reference, time, word } from '../../kit/column.ts'

export const memberProjectsTable = defineTable(
  'member_projects',
  {
    id: primaryKey(),
    project_id: reference(),
    member_id: reference(),
    role: word<Role>(16),
    created_at: time(),
    updated_at: time(),
  },
  {
    unique: { member_projects_once: ['project_id', 'member_id'] },
    index: { member_projects_member: ['member_id', 'project_id'] },
  },
)

/** The access of a member to a project. */
export const MemberProject = modelOf(memberProjectsTable)
export type MemberProject = InstanceType<typeof MemberProject>
