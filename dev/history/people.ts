import type { Role } from '../../common/domain/members/role.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { addMember } from '../../common/services/members/add.ts'
import { memberProjectsTable } from '../../common/services/members/member-projects-table.ts'
import { Member } from '../../common/services/members/members-table.ts'
import type { ModelTx } from '../../db/transaction.ts'
import { insertAll } from './insert.ts'
import type { Shop } from './shop.ts'

/** The member whom the link of bin/dev signs in. */
export const OWNER = 'owner@demo.test'

const COLLEAGUES: readonly { email: string; name: string; role: Role; joined: number }[] = [
  { email: 'oyuna@demo.test', name: 'Oyuna Dash', role: 'owner', joined: 320 * DAY },
  { email: 'tulga@demo.test', name: 'Tulga Purev', role: 'staff', joined: 210 * DAY },
  { email: 'nomin@demo.test', name: 'Nomin Sukh', role: 'staff', joined: 40 * DAY },
  { email: 'books@demo.test', name: 'Zaya Lkhagva', role: 'viewer', joined: 150 * DAY },
]

/** Adds the people of the shop, without the emails that owners get about new members. Returns their ids by address. */
export async function insertPeople(tx: ModelTx, { scope }: Shop): Promise<ReadonlyMap<string, number>> {
  const { now, transaction } = tx
  const owner = await addMember(tx, scope.project.id, { email: OWNER, role: 'owner' })
  const ids = new Map([[OWNER, owner.id]])
  for (const { email, name, joined } of COLLEAGUES) {
    const times = { createdAt: later(now, -joined), updatedAt: later(now, -joined) }
    const known = await Member.findOne({ where: { email }, transaction })
    ids.set(email, (known ?? (await Member.create({ email, name, ...times }, { transaction }))).id)
  }
  await insertAll(
    tx,
    memberProjectsTable,
    COLLEAGUES.map(({ email, role, joined }) => ({
      ...{ project_id: scope.project.id, member_id: ids.get(email)!, role },
      ...{ created_at: later(now, -joined), updated_at: later(now, -joined) },
    })),
  )
  return ids
}
