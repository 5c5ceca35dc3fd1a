import { defineTable } from '../../../db/define-table.ts'
import { char, time, word } from '../../kit/column.ts'

export const workerHeartbeatsTable = defineTable('worker_heartbeats', {
  id: char(36).ascii().kept(),
  version: word<string>(32).ascii(),
  started_at: time(),
  seen_at: time(),
})
