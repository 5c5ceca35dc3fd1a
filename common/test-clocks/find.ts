import type { Sql } from '../../db/sql.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { ClockObject } from './object.ts'
import { type ClockRow, serializeClock } from './rows.ts'

/** The test clock `id` of this project, or null; live mode has none. */
export async function findClock(sql: Sql, scope: Scope, id: number): Promise<ClockObject | null> {
  const row = await findClockRow(sql, scope, id)
  return row && serializeClock(row)
}

/** As `findClock`; where there is none: 404. */
export async function getClock(sql: Sql, scope: Scope, id: number): Promise<ClockObject> {
  const clock = await findClock(sql, scope, id)
  if (!clock) throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
  return clock
}

/** The clock as the table holds it, or null; `lock` is for lock.ts. */
export async function findClockRow(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<ClockRow | null> {
  if (!isTest) return null
  const text = `SELECT * FROM test_clocks WHERE id = ? AND project_id = ? AND deleted_at IS NULL ${lock}`
  return (await sql.row<ClockRow>(text, [id, project.id])) ?? null
}
