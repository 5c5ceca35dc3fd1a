import { defineTable } from '../../../db/define-table.ts'
import { word } from '../../kit/column.ts'

export const releaseKindsTable = defineTable(
  'release_kinds',
  {
    /** Table and kind of the due rows: `timers.checkout.expire`. */
    kind: word<string>(64).ascii(),
    version: word<string>(32).ascii(),
  },
  {
    primary: ['kind'],
  },
)
