import { defineTable } from '../../../db/define-table.ts'
import { char, time } from '../../kit/column.ts'

export const replicaProbesTable = defineTable(
  'replica_probes',
  {
    /** The process that writes it. */
    id: char(36).ascii().kept(),
    /** By the clock of that process, which alone reads it. */
    written_at: time(),
  },
  { index: { replica_probes_written: ['written_at'] } },
)
