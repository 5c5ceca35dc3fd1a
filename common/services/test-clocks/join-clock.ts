import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { enterClock } from './enter-clock.ts'
import { findClock } from './find.ts'

type Draft = Submission<{ test_clock_id?: number }>

/** Checks the test clock requested for a new customer. Adds a problem if it does not exist. */
export async function checkClock(tx: Tx, scope: Scope, draft: Draft): Promise<void> {
  const { test_clock_id: id } = draft.partial()
  if (id === undefined || (await findClock(tx.sql, scope, id))) return
  const sentence = scope.isTest
    ? `There is no test clock ${id} in this project. Create it first: POST /test-clocks.`
    : 'test_clock_id is only allowed in test mode. Use a test token, or leave it out.'
  draft.problems.add('validation_failed', 'test_clock_id', { sentence })
}

/**
 * Puts the transaction on the customer's test clock. A new customer (`known` is null) gets the requested
 * clock, an existing one keeps its own.
 */
export async function joinClock(
  tx: Tx,
  requested: number | undefined,
  known: { test_clock_id: number | null } | null,
): Promise<void> {
  if (known && requested !== undefined && requested !== known.test_clock_id) {
    const sentence = 'This customer already exists and cannot move to another clock. Leave test_clock_id out.'
    throw new Refusal({ code: 'validation_failed', path: 'test_clock_id', params: { sentence } })
  }
  await enterClock(tx, known ? known.test_clock_id : (requested ?? null))
}
