import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { primaryKey, time, varchar } from '../../kit/column.ts'

/** People who use the dashboard. A member without a project keeps this row: other rows name it. */
export const membersTable = defineTable(
  'members',
  {
    id: primaryKey(),
    /** In its canonical form (`canonicalEmail`). */
    email: varchar(254).binary().kept(),
    name: varchar(255).nullable().kept(),
    created_at: time(),
    updated_at: time(),
  },
  { unique: { members_email: ['email'] } },
)

/** A person who uses the dashboard. */
export const Member = modelOf(membersTable)
export type Member = InstanceType<typeof Member>
