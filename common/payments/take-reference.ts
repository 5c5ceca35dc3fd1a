import type { Tx } from '../../db/transaction.ts'

/** What waits again has its reference to itself again, unless somebody else was given it meanwhile. */
export async function takeReference(tx: Tx, paymentId: number): Promise<void> {
  await tx.sql.write(
    'UPDATE IGNORE payments SET open_reference = reference, reference_until = NULL WHERE id = ?',
    [paymentId],
  )
}
