import { defineTable } from '../../../db/define-table.ts'
import { flag, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const erasuresTable = defineTable('erasures', {
  id: primaryKey(),
  project_id: reference(),
  is_test: flag(),
  customer_id: reference().nullable(),
  email: varchar(254).nullable().kept(),
  stage: word<string>(16).nullable(),
  after_id: reference().default(0),
  created_at: time(),
})
