import { defineTable } from '../../../db/define-table.ts'
import { bytes, flag, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const portalLinksTable = defineTable(
  'portal_links',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    customer_id: reference(),
    hash: bytes('binary(32)'),
    return_url: varchar(2048).nullable().kept(),
    locale: varchar(8).kept(),
    flow: word<string>(16).nullable(),
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
