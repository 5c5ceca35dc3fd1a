import { rowOf } from '../../../db/model.ts'
import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ClockObject } from '../../domain/test-clocks/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { serializeClock } from './rows.ts'
import { TestClock } from './test-clocks-table.ts'

/** Finds a test clock of this project by id; returns null if not found, and always in live mode. */
export async function findClock(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
  { lock = false } = {},
): Promise<TestClock | null> {
  return isTest ? find(sql, TestClock, { id, projectId: project.id, deletedAt: null }, { lock }) : null
}

/** Returns the clock like `findClock`, or throws 404. */
export async function getClock(sql: Sql, scope: Scope, id: number): Promise<ClockObject> {
  return serializeClock(rowOf((await findClock(sql, scope, id)) ?? notFound()))
}

/** Locks a test clock of this project, so that it does not move until the transaction ends, or throws 404. */
export async function lockClock(tx: Tx, scope: Scope, id: number): Promise<TestClock> {
  return (await findClock(tx.sql, scope, id, { lock: true })) ?? notFound()
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
}
