import type { Tx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import { lockProject } from '../projects/lock.ts'
import { keepOwner } from './keep-owner.ts'
import { findMember } from './list.ts'

/**
 * Removes a member from a project. Refuses to remove the last owner.
 */
export async function removeMember(tx: Tx, projectId: number, memberId: number): Promise<MemberObject> {
  await lockProject(tx, projectId)
  const member = await findMember(tx.sql, projectId, memberId)
  if (!member) throw new Refusal({ code: 'not_found', params: { what: 'member' } })
  await keepOwner(tx, member)
  await tx.sql.write('DELETE FROM member_projects WHERE project_id = ? AND member_id = ?', [
    projectId,
    memberId,
  ])
  return member
}
