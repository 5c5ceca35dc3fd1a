import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import type { Role } from '../../domain/members/role.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { lockProject } from '../projects/lock.ts'
import { keepOwner } from './keep-owner.ts'
import { findMember } from './list.ts'

export interface MemberInput {
  email: string
  /** Undefined keeps a known name. */
  name?: string | undefined
  role: Role
}

/**
 * Adds a member to a project, or changes the role of one. The same person in several projects is one member. Refuses to
 * demote the last owner.
 */
export async function addMember(tx: Tx, projectId: number, input: MemberInput): Promise<MemberObject> {
  await lockProject(tx, projectId)
  const id = await saveMember(tx, input)
  const before = await findMember(tx.sql, projectId, id)
  if (before && input.role !== 'owner') await keepOwner(tx, before)
  const { now } = tx
  const access = { project_id: projectId, member_id: id, role: input.role, created_at: now, updated_at: now }
  const onDuplicate = 'id = LAST_INSERT_ID(id), role = VALUES(role), updated_at = VALUES(updated_at)'
  const accessId = await insert(tx.sql, 'member_projects', access, { onDuplicate })
  tx.sql.noteChange('member_projects', accessId, before ? 'updated' : 'created')
  return (await findMember(tx.sql, projectId, id))!
}

async function saveMember(tx: Tx, { email, name }: MemberInput): Promise<number> {
  const row = { email: canonicalEmail(email), name: name ?? null, created_at: tx.now, updated_at: tx.now }
  const changes = name === undefined ? '' : ', name = VALUES(name), updated_at = VALUES(updated_at)'
  return insert(tx.sql, 'members', row, { onDuplicate: `id = LAST_INSERT_ID(id)${changes}` })
}
