import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Submission } from '../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { enterClock } from './enter-clock.ts'
import { findClock } from './find.ts'

type Asked = Submission<{ test_clock_id?: number }>

/** Looks at the clock that a new customer is to live on; one that does not exist goes to the draft's problems. */
export async function checkClock(tx: Tx, scope: Scope, draft: Asked): Promise<void> {
  const { test_clock_id: id } = draft.partial()
  if (id === undefined || (await findClock(tx.sql, scope, id))) return
  const say = scope.isTest
    ? `There is no test clock ${id} in this project. Create it first.`
    : 'test_clock_id is possible in test mode only. Use a test token, or leave it out.'
  draft.problems.add('validation_failed', 'test_clock_id', { say })
}

/**
 * Puts the transaction on the clock of the customer that is written: a new one (`known` null)
 * lives on the clock that was asked for, one that exists stays where it is.
 */
export async function joinClock(
  tx: Tx,
  asked: number | undefined,
  known: { test_clock_id: number | null } | null,
): Promise<void> {
  if (known && asked !== undefined && asked !== known.test_clock_id) {
    const say = 'This customer exists already and cannot move to another clock. Leave test_clock_id out.'
    throw new Refusal({ code: 'validation_failed', path: 'test_clock_id', params: { say } })
  }
  await enterClock(tx, known ? known.test_clock_id : (asked ?? null))
}
