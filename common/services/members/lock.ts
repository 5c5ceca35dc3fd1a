import type { ModelTx } from '../../../db/transaction.ts'
import { MemberProject } from './member-projects-table.ts'
import { Member } from './members-table.ts'

/**
 * Locks a member, so that signing in, adding a passkey and removal follow one another. Returns whether they belong to a
 * project. After the removal from their last one, they must get neither a session nor a passkey: both would work for the
 * next user of a shared address.
 */
export async function lockMember({ transaction }: ModelTx, memberId: number): Promise<boolean> {
  await Member.findByPk(memberId, { lock: true, transaction })
  return (await MemberProject.findOne({ where: { memberId }, transaction })) !== null
}
