import { writeRows } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { later, SECOND } from '../../../kit/time.ts'
import { LIFETIME } from '../../../methods/provider-attempt.ts'
import { now } from '../../../runtime/clock.ts'
import { setTimer } from '../../timers/set.ts'
import type { Payment } from '../payments-table.ts'
import { planReconciling } from './plan-reconciling.ts'

/** Whoever has written the row asks at once; a worker does where that process was killed. */
const TAKEN_OVER_AFTER = 3 * SECOND

/** Writes down that the provider of a payment that has just begun is to open it. */
export async function openAtProvider(tx: Tx, payment: Payment): Promise<void> {
  const time = now()
  const lifetime = payment.expiresAt ? payment.expiresAt.getTime() - tx.now.getTime() : LIFETIME
  await writeRows(tx.sql, 'provider_payments', [
    {
      ...{ payment_id: payment.id, project_id: payment.projectId, is_test: payment.isTest },
      ...{ method: payment.method, step: 'start', step_since: time, deadline: later(time, lifetime) },
      created_at: time,
    },
  ])
  await planReconciling(tx, payment)
  const subject = { id: payment.id, projectId: payment.projectId }
  await setTimer(tx, 'payment.ask', subject, later(time, TAKEN_OVER_AFTER))
}
