import type { Tx } from '../../../db/transaction.ts'
import { now } from '../../runtime/clock.ts'

/** Reserves the reference of a payment that waits again, unless another payment has it meanwhile. */
export async function reserveReference(tx: Tx, paymentId: number): Promise<void> {
  await tx.sql.write(
    'UPDATE IGNORE payments SET open_reference = reference, reference_until = NULL WHERE id = ?',
    [paymentId],
  )
}

export const BATCH_SIZE = 1_000

/** Frees a batch of references of payments that ended long ago. Returns their number. */
export async function freeReferences(tx: Tx): Promise<number> {
  const { affectedRows } = await tx.sql.run(
    `UPDATE payments SET open_reference = NULL, reference_until = NULL WHERE reference_until <= ?
     ORDER BY reference_until LIMIT ${BATCH_SIZE}`,
    [now()],
  )
  return affectedRows
}
