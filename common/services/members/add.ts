import { insert } from '../../../db/rows.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import type { Role } from '../../domain/members/role.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { Refusal } from '../../kit/refusal.ts'
import { findProject } from '../projects/find.ts'
import { lockProject } from '../projects/lock.ts'
import { keepOwner } from './keep-owner.ts'
import { findMember, listMembers } from './list.ts'
import { MemberProject } from './member-projects-table.ts'
import { inviteMember, tellOwners } from './notices.ts'

export interface MemberInput {
  email: string
  /** Undefined keeps a known name. */
  name?: string | undefined
  role: Role
}

/**
 * Adds a member to a project, or changes the role of one. The same person in several projects is one member. Refuses to
 * demote the last owner. Emails the other owners about a new member or owner.
 */
export async function addMember(tx: ModelTx, projectId: number, input: MemberInput): Promise<MemberObject> {
  await lockProject(tx, projectId)
  const id = await saveMember(tx, input)
  const before = await findMember(tx.sql, projectId, id)
  if (before && input.role !== 'owner') await keepOwner(tx, before)
  const { now, transaction } = tx
  const { role } = input
  const where = { projectId, memberId: id }
  const known = await MemberProject.findOne({ where, transaction })
  const access = known
    ? await known.update({ role, updatedAt: now }, { transaction })
    : await MemberProject.create({ ...where, role, createdAt: now, updatedAt: now }, { transaction })
  tx.sql.noteFields('member_projects', access.id, [{ field: 'role', from: before?.role ?? null, to: role }])
  const member = (await findMember(tx.sql, projectId, id))!
  if (!before || (before.role !== 'owner' && member.role === 'owner')) {
    const project = (await findProject(tx.sql, projectId))!
    const { email, role } = member
    await tellOwners(
      tx,
      project,
      (notice) => ({ kind: 'member_added', payload: { ...notice, member: email, role } }),
      id,
    )
  }
  return member
}

/**
 * Adds a member like `addMember`, and emails them how to sign in. Returns null if the address is a member's already: a role is
 * changed on purpose only.
 */
export async function addNewMember(
  tx: ModelTx,
  projectId: number,
  input: MemberInput,
): Promise<MemberObject | null> {
  await lockProject(tx, projectId)
  const known = (await listMembers(tx.sql, projectId)).some(
    ({ email }) => email === canonicalEmail(input.email),
  )
  if (known) return null
  const member = await addMember(tx, projectId, input)
  await inviteMember(tx, (await findProject(tx.sql, projectId))!, member)
  return member
}

/** Changes the role of a member. Refuses if they have been removed meanwhile, and to demote the last owner. */
export async function changeRole(
  tx: ModelTx,
  projectId: number,
  memberId: number,
  role: Role,
): Promise<MemberObject> {
  await lockProject(tx, projectId)
  const member = await findMember(tx.sql, projectId, memberId)
  if (!member) throw new Refusal({ code: 'not_found', params: { what: 'member' } })
  return addMember(tx, projectId, { email: member.email, role })
}

async function saveMember({ now, sql }: ModelTx, { email, name }: MemberInput): Promise<number> {
  const row = { email: canonicalEmail(email), name: name ?? null, created_at: now, updated_at: now }
  const changes = name === undefined ? '' : ', name = VALUES(name), updated_at = VALUES(updated_at)'
  return insert(sql, 'members', row, { onDuplicate: `id = LAST_INSERT_ID(id)${changes}` })
}
