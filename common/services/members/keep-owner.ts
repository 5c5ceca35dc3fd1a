import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import { MemberProject } from './member-projects-table.ts'

/** Refuses if this member is the last owner of the project, whose row must be locked: no member could manage it then. */
export async function keepOwner(
  { transaction }: ModelTx,
  { id, project_id: projectId, role, email }: MemberObject,
): Promise<void> {
  if (role !== 'owner') return
  const where = { projectId, role: 'owner', memberId: { [Op.ne]: id } } as const
  if (await MemberProject.findOne({ where, transaction })) return
  const sentence = `${email} is the last owner of this project. Add another owner first.`
  throw new Refusal({ code: 'validation_failed', path: 'role', params: { sentence } })
}
