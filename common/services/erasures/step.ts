import type { ModelTx } from '../../../db/transaction.ts'
import type { Project } from '../projects/project.ts'
import { clearTimer, setTimersNow } from '../timers/set.ts'
import { eraseBatches } from './begin.ts'
import { Erasure } from './erasures-table.ts'
import { eraseGuestBatch } from './of-guest.ts'

/** Continues an erasure when its timer is due. Deletes the erasure after the last batch. */
export async function stepErasure(tx: ModelTx, project: Project, id: number): Promise<void> {
  const { transaction } = tx
  const where = { projectId: project.id, id }
  const erasure = await Erasure.findOne({ where, lock: true, transaction })
  if (erasure && !(await eraseNext(tx, project, erasure)))
    return setTimersNow(tx, 'erasure.step', [{ id, projectId: project.id }])
  await Erasure.destroy({ where, transaction })
  await clearTimer(tx, 'erasure.step', { id, projectId: project.id })
}

/** Erases the next batches. Returns whether the erasure is finished. */
async function eraseNext(tx: ModelTx, project: Project, erasure: Erasure): Promise<boolean> {
  const { isTest, customerId, email, stage, afterId } = erasure
  if (email !== null) return !(await eraseGuestBatch(tx, { project, isTest }, email))
  if (customerId === null || stage === null) return true
  const position = await eraseBatches(tx, customerId, { stage, afterId })
  if (position) await erasure.update(position, { transaction: tx.transaction })
  return position === null
}
