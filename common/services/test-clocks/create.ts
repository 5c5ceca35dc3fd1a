import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ClockInput } from '../../domain/test-clocks/input.ts'
import { type ClockObject, clockProperties } from '../../domain/test-clocks/object.ts'
import { createdColumns } from '../../kit/field.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { getClock } from './find.ts'

/** Creates a clock that stays at `frozen_time` until it is advanced. Live mode has no test clocks. */
export async function createClock(tx: Tx, scope: Scope, draft: Submission<ClockInput>): Promise<ClockObject> {
  if (!scope.isTest) {
    const sentence = 'Test clocks exist in test mode only. Use a test token.'
    draft.problems.add('validation_failed', undefined, { sentence })
  }
  const input = draft.valid()
  const id = await insert(tx.sql, 'test_clocks', {
    project_id: scope.project.id,
    ...createdColumns(clockProperties, input),
    status: 'ready',
    created_at: tx.now,
    updated_at: tx.now,
  })
  return getClock(tx.sql, scope, id)
}
