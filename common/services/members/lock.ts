import type { Tx } from '../../../db/transaction.ts'

/**
 * Locks a member, so that signing in, adding a passkey and removal follow one another. Returns whether they belong to a
 * project. After the removal from their last one, they must get neither a session nor a passkey: both would work for the
 * next user of a shared address.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<boolean> {
  await tx.sql.row('SELECT id FROM members WHERE id = ? FOR UPDATE', [memberId])
  const access = await tx.sql.row('SELECT id FROM member_projects WHERE member_id = ? LIMIT 1', [memberId])
  return access !== undefined
}
