import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Project } from '../projects/project.ts'
import { clearTimer, setTimersNow } from '../timers/set.ts'
import { eraseBatches } from './begin.ts'
import type { Position } from './of-customer.ts'
import { eraseGuestBatch } from './of-guest.ts'

interface ErasureRow {
  is_test: number
  customer_id: number | null
  email: string | null
  stage: Position['stage'] | null
  after_id: number
}

/** Continues an erasure when its timer is due. Deletes the erasure after the last batch. */
export async function stepErasure(tx: Tx, project: Project, id: number): Promise<void> {
  const row = await tx.sql.row<ErasureRow>(
    'SELECT is_test, customer_id, email, stage, after_id FROM erasures WHERE id = ? AND project_id = ? FOR UPDATE',
    [id, project.id],
  )
  const isOver = row ? await eraseNext(tx, project, id, row) : true
  if (!isOver) return setTimersNow(tx, 'erasure.step', [{ id, projectId: project.id }])
  await tx.sql.write('DELETE FROM erasures WHERE id = ?', [id])
  await clearTimer(tx, 'erasure.step', { id, projectId: project.id })
}

/** Erases the next batches. Returns whether the erasure is finished. */
async function eraseNext(tx: Tx, project: Project, id: number, row: ErasureRow): Promise<boolean> {
  const { customer_id: customerId, email, stage, after_id: afterId } = row
  if (email !== null) return !(await eraseGuestBatch(tx, { project, isTest: Boolean(row.is_test) }, email))
  if (customerId === null || stage === null) return true
  const position = await eraseBatches(tx, customerId, { stage, afterId })
  if (position) await update(tx.sql, 'erasures', id, { stage: position.stage, after_id: position.afterId })
  return position === null
}
