import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { flag, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'
import type { Position } from './of-customer.ts'

export const erasuresTable = defineTable('erasures', {
  id: primaryKey(),
  project_id: reference(),
  is_test: flag(),
  customer_id: reference().nullable(),
  email: varchar(254).nullable().kept(),
  stage: word<Position['stage']>(16).nullable(),
  after_id: reference().default(0),
  created_at: time(),
})

/** An erasure that a timer continues. It is deleted when it is finished. */
export const Erasure = modelOf(erasuresTable)
export type Erasure = InstanceType<typeof Erasure>
