import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { bytes, flag, integer, primaryKey, reference, time, varchar } from '../../kit/column.ts'
import type { Locale } from '../../kit/format.ts'

export const portalSessionsTable = defineTable(
  'portal_sessions',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    customer_id: reference(),
    hash: bytes('binary(32)'),
    return_url: varchar(2048).nullable().kept(),
    locale: varchar<'auto' | Locale>(8).kept(),
    ended_at: time().nullable(),
    expires_at: time(),
    created_at: time(),
    link_version: integer('int unsigned').default(0),
  },
  {
    unique: {
      portal_sessions_hash: ['hash'],
    },
    index: {
      portal_sessions_age: ['created_at'],
    },
  },
)

/** A session of a customer's browser. Only the hash of its secret is stored. */
export const PortalSession = modelOf(portalSessionsTable)
export type PortalSession = InstanceType<typeof PortalSession>
