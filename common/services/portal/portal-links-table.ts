import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { Flow } from '../../domain/portal/input.ts'
import { bytes, flag, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'
import type { Locale } from '../../kit/format.ts'

export const portalLinksTable = defineTable(
  'portal_links',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    customer_id: reference(),
    hash: bytes('binary(32)'),
    return_url: varchar(2048).nullable().kept(),
    locale: varchar<'auto' | Locale>(8).kept(),
    flow: word<Flow>(16).nullable(),
    subscription_id: reference().nullable(),
    expires_at: time(),
    created_at: time(),
  },
  {
    unique: {
      portal_links_hash: ['hash'],
    },
    index: {
      portal_links_age: ['created_at'],
    },
  },
)

/** A link created through the API. Only the hash of its secret is stored. */
export const PortalLink = modelOf(portalLinksTable)
export type PortalLink = InstanceType<typeof PortalLink>
