import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'

/**
 * Lets a transaction happen at the time of the test clock that its customer lives on; null is real
 * time. Call it as soon as the customer is known, before `tx.now` decides or stamps anything, and
 * before rows of the customer are locked: the clock comes first in the order of locks.
 *
 * The clock is held, so that it stands still until the transaction ends. One that is advancing is
 * met between two of its steps: what is written then happens at the time it shows at that moment.
 * What lived on a clock that was deleted goes on by real time; while it is being deleted, only that
 * writes about its customers, and all others are told that they are gone.
 */
export async function enterClock(tx: Tx, testClockId: number | null): Promise<void> {
  if (testClockId === null || testClockId === tx.testClockId) return
  if (tx.testClockId !== null) throw new Error(`a transaction is on clock ${tx.testClockId} already`)
  const clock = await tx.sql.row<{ frozen_time: Date; deleted_at: Date | null }>(
    'SELECT frozen_time, deleted_at FROM test_clocks WHERE id = ? FOR UPDATE',
    [testClockId],
  )
  if (clock?.deleted_at) throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
  if (clock) setTime(tx, testClockId, clock.frozen_time)
}

/** The transaction happens at `time` of a clock whose row it holds. */
export function setTime(tx: Tx, testClockId: number, time: Date): void {
  tx.testClockId = testClockId
  tx.now = time
}
