import type { Tx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { Refusal } from '../../kit/refusal.ts'

/** Refuses if this member is the last owner of the project, whose row must be locked: no member could manage it then. */
export async function keepOwner(
  tx: Tx,
  { id, project_id: projectId, role, email }: MemberObject,
): Promise<void> {
  if (role !== 'owner') return
  const other = await tx.sql.row(
    "SELECT id FROM member_projects WHERE project_id = ? AND role = 'owner' AND member_id <> ? LIMIT 1",
    [projectId, id],
  )
  if (other) return
  const sentence = `${email} is the last owner of this project. Add another owner first.`
  throw new Refusal({ code: 'validation_failed', path: 'role', params: { sentence } })
}
