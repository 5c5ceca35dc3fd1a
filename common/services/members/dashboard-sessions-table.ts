import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { bytes, primaryKey, reference, time, varchar } from '../../kit/column.ts'

export const dashboardSessionsTable = defineTable(
  'dashboard_sessions',
  {
    id: primaryKey(),
    member_id: reference(),
    hash: bytes('binary(32)'),
    user_agent: varchar(255).kept(),
    last_used_at: time(),
    ended_at: time().nullable(),
    expires_at: time(),
    created_at: time(),
    /** The last time at which the member proved who they are, by a code or by signing in. */
    proved_at: time().nullable(),
  },
  {
    unique: { dashboard_sessions_hash: ['hash'] },
    index: {
      dashboard_sessions_member: ['member_id', 'id'],
      dashboard_sessions_age: ['created_at'],
    },
  },
)

/** A session of a member's browser. Only the hash of its secret is stored. */
export const DashboardSession = modelOf(dashboardSessionsTable)
export type DashboardSession = InstanceType<typeof DashboardSession>
