import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { TestClock } from './test-clocks-table.ts'

/**
 * Sets a transaction's time to the time of the customer's test clock; null keeps real time. Call it as soon as
 * the customer is known, before `tx.now` is used and before any of the customer's rows is locked: the
 * clock comes first in the lock order.
 *
 * Locks the clock's row, so that the clock does not move until the transaction ends. An advancing clock
 * is locked between two of its steps; the transaction gets its time at that moment. Throws 404 while the
 * clock is being deleted: only the deletion may write to its customers. Once it is gone, real time applies.
 */
export async function enterClock(tx: Tx, testClockId: number | null): Promise<void> {
  if (testClockId === null || testClockId === tx.testClockId) return
  if (tx.testClockId !== null) throw new Error(`the transaction already uses test clock ${tx.testClockId}`)
  const clock = await find(tx.sql, TestClock, { id: testClockId }, { lock: true })
  if (clock?.deletedAt) throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
  if (clock) setTime(tx, testClockId, clock.frozenTime)
}

/** Sets a transaction's time to `time` of a clock that it has locked. */
export function setTime(tx: Tx, testClockId: number, time: Date): void {
  tx.testClockId = testClockId
  tx.now = time
}
