import type { Row } from '../../../../db/define-table.ts'
import type { Sql, Value } from '../../../../db/sql.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { nextCall } from '../../../domain/payments/provider-schedule.ts'
import { now } from '../../../runtime/clock.ts'
import { clearTimer, setTimer } from '../../timers/set.ts'
import type { PayableName } from '../payables/payable.ts'
import type { providerPaymentsTable } from './provider-payments-table.ts'

/** The next call to a provider about one payment. Its times are real, since a provider has no test clock. */
export interface ProviderRow extends Row<typeof providerPaymentsTable> {}

/**
 * Locks the row of a payment. If the payment is locked too, lock it first
 * (docs/decisions/0004-the-order-of-locks.md).
 */
export async function lockProviderRow(tx: Tx, paymentId: number): Promise<ProviderRow | undefined> {
  return tx.sql.row<ProviderRow>('SELECT * FROM provider_payments WHERE payment_id = ? FOR UPDATE', [
    paymentId,
  ])
}

/** Returns the started payment of this payable whose provider is being asked; null without one. */
export async function findAskedPayment(sql: Sql, { type, id }: PayableName): Promise<number | null> {
  const row = await sql.row<{ id: number }>(
    `SELECT payments.id FROM payments JOIN provider_payments ON provider_payments.payment_id = payments.id
     WHERE payable_type = ? AND payable_id = ? AND status = 'started' ORDER BY payments.id DESC LIMIT 1`,
    [type, id],
  )
  return row?.id ?? null
}

type Changes = Partial<
  Pick<ProviderRow, 'provider_id' | 'step' | 'deadline' | 'busy_until' | 'asked_at' | 'calls' | 'attempt'>
>

/** Saves changes of a locked row. A new step starts now. */
export async function changeProviderRow(tx: Tx, row: ProviderRow, changes: Changes): Promise<void> {
  const isNew = changes.step !== undefined && changes.step !== row.step
  const written: Record<string, Value> = { ...changes, ...(isNew && { step_since: now() }) }
  Object.assign(row, written)
  const assignments = Object.keys(written).map((column) => `${column} = ?`)
  await tx.sql.write(`UPDATE provider_payments SET ${assignments.join(', ')} WHERE payment_id = ?`, [
    ...Object.values(written),
    row.payment_id,
  ])
}

/**
 * Plans the next call, if there is one, after the end of `busy_until`. A hint that arrived during the last
 * call may be newer than its answer, so the provider is asked again at once. `isUnanswered`: the last call
 * failed, so that a hint about a payment that is done still needs an answer. Returns whether there is a call.
 */
export async function planCall(tx: Tx, row: ProviderRow, { isUnanswered = false } = {}): Promise<boolean> {
  const { busy_until: notBefore, hinted_at: hintedAt, asked_at: askedAt, deadline } = row
  const time = now()
  const isHinted = hintedAt !== null && askedAt !== null && hintedAt >= askedAt
  const [step, since] =
    row.step === 'done' && isUnanswered && hintedAt !== null
      ? (['hinted', hintedAt] as const)
      : ([row.step, row.step_since] as const)
  const soonest = notBefore && notBefore > time ? notBefore : time
  const at = isHinted ? soonest : nextCall(step, { since, deadline, now: time, notBefore })
  if (at) await planCallAt(tx, row, at)
  else await clearTimer(tx, 'payment.ask', { id: row.payment_id, projectId: row.project_id })
  return at !== null
}

/** Plans the next call for this time. */
export function planCallAt(tx: Tx, row: ProviderRow, at: Date): Promise<void> {
  return setTimer(tx, 'payment.ask', subjectOf(row), at)
}

function subjectOf({ payment_id: id, project_id: projectId }: ProviderRow) {
  return { id, projectId }
}
