import type { Tx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import { auditDeletion } from '../../runtime/audit.ts'
import { lockProject } from '../projects/lock.ts'
import { keepOwner } from './keep-owner.ts'
import { findMember } from './list.ts'
import { lockMember } from './lock.ts'

/**
 * Removes a member from a project. Each page reads the projects of its member, so access ends at once. Refuses to remove the
 * last owner.
 */
export async function removeMember(tx: Tx, projectId: number, memberId: number): Promise<MemberObject> {
  await lockProject(tx, projectId)
  const member = await findMember(tx.sql, projectId, memberId)
  if (!member) throw new Refusal({ code: 'not_found', params: { what: 'member' } })
  await keepOwner(tx, member)
  await lockMember(tx, memberId)
  const access = await tx.sql.row<{ id: number }>(
    'SELECT id FROM member_projects WHERE project_id = ? AND member_id = ?',
    [projectId, memberId],
  )
  await auditDeletion(tx, 'member_projects', access!.id)
  await tx.sql.write('DELETE FROM member_projects WHERE project_id = ? AND member_id = ?', [
    projectId,
    memberId,
  ])
  // A member who is added again later must not find old browsers signed in.
  await tx.sql.write(
    `UPDATE dashboard_sessions SET ended_at = ? WHERE member_id = ? AND ended_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM member_projects WHERE member_id = ?)`,
    [tx.now, memberId, memberId],
  )
  // Nor must the former user of a shared address sign in again when its next user is added.
  await tx.sql.write(
    `DELETE FROM passkeys WHERE member_id = ?
       AND NOT EXISTS (SELECT 1 FROM member_projects WHERE member_id = ?)`,
    [memberId, memberId],
  )
  return member
}
