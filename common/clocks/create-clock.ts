import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { clockOf, presentClock } from './find-clock.ts'
import type { ClockObject } from './find-clock.ts'

/** A valid body of `POST /test-clocks`. */
export interface ClockInput {
  frozen_time: Date
  name?: string
}

/** Makes a clock that stands at `frozen_time` until it is advanced. Live mode has real time only. */
export async function createClock(tx: Tx, scope: Scope, draft: Draft<ClockInput>): Promise<ClockObject> {
  if (!scope.isTest) {
    const say = 'Test clocks exist in test mode only. Use a test token.'
    draft.problems.add('validation_failed', undefined, { say })
  }
  const input = draft.whole()
  const id = await insertRow(tx.sql, 'test_clocks', {
    project_id: scope.project.id,
    name: input.name ?? null,
    frozen_time: input.frozen_time,
    status: 'ready',
    created_at: tx.now,
    updated_at: tx.now,
  })
  return presentClock(await clockOf(tx.sql, scope, id))
}
