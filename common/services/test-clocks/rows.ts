import type { ClockObject } from '../../domain/test-clocks/object.ts'
import { iso } from '../../kit/time.ts'

export interface ClockRow {
  id: number
  project_id: number
  name: string | null
  status: 'ready' | 'advancing'
  frozen_time: Date
  /** Time to advance to, while it is advancing. */
  target_time: Date | null
  created_at: Date
  updated_at: Date
}

export function serializeClock(row: ClockRow): ClockObject {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    status: row.status,
    frozen_time: iso(row.frozen_time),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
