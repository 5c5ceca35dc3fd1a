import type { ModelTx } from '../../../../db/transaction.ts'
import type { HintedPayments } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import { setTimersNow } from '../../timers/set.ts'
import { ProviderPayment } from './provider-payments-table.ts'

/** Checks the payments in a provider's hint now. Ignores payments that are not ours. */
export async function applyHint(
  tx: ModelTx,
  { project, isTest }: Scope,
  method: string,
  { paymentIds, providerIds }: HintedPayments,
): Promise<void> {
  const { transaction } = tx
  const projectId = project.id
  const read = (named: { paymentId: number[] } | { providerId: string[] }) =>
    ProviderPayment.findAll({ where: { projectId, isTest, method, ...named }, transaction })
  const rows = [
    ...(paymentIds.length > 0 ? await read({ paymentId: [...paymentIds] }) : []),
    ...(providerIds.length > 0 ? await read({ providerId: [...providerIds] }) : []),
  ]
  const ids = [...new Set(rows.map(({ paymentId }) => paymentId))]
  if (ids.length === 0) return
  await ProviderPayment.update({ hintedAt: now() }, { where: { projectId, paymentId: ids }, transaction })
  await setTimersNow(
    tx,
    'payment.ask',
    ids.map((id) => ({ id, projectId })),
  )
}
