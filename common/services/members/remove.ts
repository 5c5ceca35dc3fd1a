import type { ModelTx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import { auditDeletion } from '../../runtime/audit.ts'
import { lockProject } from '../projects/lock.ts'
import { keepOwner } from './keep-owner.ts'
import { findMember } from './list.ts'
import { lockMember } from './lock.ts'
import { MemberProject } from './member-projects-table.ts'
import { Passkey } from './passkeys-table.ts'
import { endAllSessions } from './sessions.ts'

/**
 * Removes a member from a project. Each page reads the projects of its member, so access ends at once. Refuses to remove the
 * last owner.
 */
export async function removeMember(tx: ModelTx, projectId: number, memberId: number): Promise<MemberObject> {
  await lockProject(tx, projectId)
  const member = await findMember(tx.sql, projectId, memberId)
  if (!member) throw new Refusal({ code: 'not_found', params: { what: 'member' } })
  await keepOwner(tx, member)
  await lockMember(tx, memberId)
  const { transaction } = tx
  const access = await MemberProject.findOne({ where: { projectId, memberId }, transaction })
  await auditDeletion(tx, 'member_projects', access!.id)
  await MemberProject.destroy({ where: { projectId, memberId }, transaction })
  if (await MemberProject.findOne({ where: { memberId }, transaction })) return member
  // A member who is added again later must not find old browsers signed in.
  await endAllSessions(tx, memberId)
  // Nor must the former user of a shared address sign in again when its next user is added.
  await Passkey.destroy({ where: { memberId }, transaction })
  return member
}
