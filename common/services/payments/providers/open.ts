import { writeRows } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { later, SECOND } from '../../../kit/time.ts'
import { LIFETIME } from '../../../methods/provider-attempt.ts'
import { now } from '../../../runtime/clock.ts'
import { setTimer } from '../../timers/set.ts'
import type { Payment } from '../payments-table.ts'
import { planComparison } from './daily-comparison.ts'

/** The process that inserts the row calls at once. If it is killed, a worker calls after this time. */
const TAKEN_OVER_AFTER = 3 * SECOND

/** Plans the call that opens a new payment at its provider. */
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
  await planComparison(tx, payment)
  const subject = { id: payment.id, projectId: payment.projectId }
  await setTimer(tx, 'payment.ask', subject, later(time, TAKEN_OVER_AFTER))
}
