import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { cut } from '../../kit/text.ts'
import type { Project } from '../projects/project.ts'
import { Refund } from './refunds-table.ts'

/** Locks a refund that its provider has not completed; returns null if not found or it is no longer pending. */
export function lockPendingRefund(
  { transaction }: ModelTx,
  { id: projectId }: Project,
  id: number,
): Promise<Refund | null> {
  return Refund.findOne({ where: { projectId, id, status: 'pending' }, lock: true, transaction })
}

/**
 * Fails a succeeded refund of a locked payment: the provider reversed it. Returns its amount; null if it
 * has not succeeded or was recorded by hand. `message` tells the merchant why and what to do.
 */
export async function failSucceededRefund(
  tx: ModelTx,
  { id: paymentId, projectId }: { id: number; projectId: number },
  id: number,
  message: string,
): Promise<number | null> {
  const where = { projectId, id, paymentId, status: 'succeeded', calls: { [Op.gt]: 0 } } as const
  const refund = await Refund.findOne({ where, lock: true, transaction: tx.transaction })
  if (!refund) return null
  await failRefund(tx, refund, message)
  return refund.amount
}

/** Fails a locked refund. `message` tells the merchant why and what to do. */
export async function failRefund(
  { now, transaction }: ModelTx,
  refund: Refund,
  message: string,
): Promise<void> {
  const changes = { status: 'failed', failureMessage: cut(message, 500), updatedAt: now } as const
  await refund.update(changes, { transaction })
}
