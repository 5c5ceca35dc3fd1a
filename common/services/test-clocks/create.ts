import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { ClockInput } from '../../domain/test-clocks/input.ts'
import type { ClockObject } from '../../domain/test-clocks/object.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { serializeClock } from './rows.ts'
import { TestClock } from './test-clocks-table.ts'

/** Creates a clock that stays at `frozen_time` until it is advanced. Live mode has no test clocks. */
export async function createClock(
  { now, transaction }: ModelTx,
  scope: Scope,
  draft: Submission<ClockInput>,
): Promise<ClockObject> {
  if (!scope.isTest) {
    const sentence = 'Test clocks exist in test mode only. Use a test token.'
    draft.problems.add('validation_failed', undefined, { sentence })
  }
  const { name = null, frozen_time: frozenTime } = draft.valid()
  const clock = await TestClock.create(
    { projectId: scope.project.id, name, frozenTime, status: 'ready', createdAt: now, updatedAt: now },
    { transaction },
  )
  return serializeClock(rowOf(clock))
}
