import { defineTable } from '../../../db/define-table.ts'
import type { Figures } from '../../domain/figures/figures.ts'
import { flag, integer, json, reference, time } from '../../kit/column.ts'

/** The counted figures of a project and mode (docs/decisions/0083). A row may be deleted at any time. */
export const figuresTable = defineTable(
  'figures',
  {
    project_id: reference(),
    is_test: flag(),
    /** Null until the first count ends. */
    payload: json<Figures>('mediumtext').nullable().kept(),
    counted_at: time().nullable(),
    /** Duration of the last count, in milliseconds. */
    took: integer('int unsigned').default(0),
    /** Until then no other process counts. */
    claimed_until: time().nullable(),
  },
  { primary: ['project_id', 'is_test'] },
)
