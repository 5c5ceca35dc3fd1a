import type { Tx } from '../../../../db/transaction.ts'
import type { HintedPayments } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import { setTimersNow } from '../../timers/set.ts'

/** Checks the payments in a provider's hint now. Ignores payments that are not ours. */
export async function applyHint(
  tx: Tx,
  { project, isTest }: Scope,
  method: string,
  { paymentIds, providerIds }: HintedPayments,
): Promise<void> {
  const where = 'project_id = ? AND is_test = ? AND method = ?'
  const account = [project.id, isTest, method]
  const rows = [
    ...(paymentIds.length > 0
      ? await tx.sql.rows<{ id: number }>(
          `SELECT payment_id AS id FROM provider_payments WHERE payment_id IN (?) AND ${where}`,
          [paymentIds, ...account],
        )
      : []),
    ...(providerIds.length > 0
      ? await tx.sql.rows<{ id: number }>(
          `SELECT payment_id AS id FROM provider_payments WHERE ${where} AND provider_id IN (?)`,
          [...account, providerIds],
        )
      : []),
  ]
  const ids = [...new Set(rows.map(({ id }) => id))]
  if (ids.length === 0) return
  await tx.sql.write('UPDATE provider_payments SET hinted_at = ? WHERE payment_id IN (?)', [now(), ids])
  await setTimersNow(
    tx,
    'payment.ask',
    ids.map((id) => ({ id, projectId: project.id })),
  )
}
