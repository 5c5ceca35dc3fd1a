import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ClockObject } from '../../domain/test-clocks/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { type ClockRow, serializeClock } from './rows.ts'

/** Finds a test clock of this project by id; returns null if not found, and always in live mode. */
export async function findClock(sql: Sql, scope: Scope, id: number): Promise<ClockObject | null> {
  const row = await findClockRow(sql, scope, id)
  return row && serializeClock(row)
}

/** Returns the clock like `findClock`, or throws 404. */
export async function getClock(sql: Sql, scope: Scope, id: number): Promise<ClockObject> {
  const clock = await findClock(sql, scope, id)
  if (!clock) throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
  return clock
}

/** Finds the clock's row; returns null if not found. Use `lockClock` to lock it. */
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

/** Locks a test clock of this project, so that it does not move until the transaction ends, or throws 404. */
export async function lockClock(tx: Tx, scope: Scope, id: number): Promise<ClockRow> {
  const row = await findClockRow(tx.sql, scope, id, 'FOR UPDATE')
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
  return row
}
