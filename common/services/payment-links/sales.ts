import type { Tx } from '../../../db/transaction.ts'

/**
 * Reserves one sale of a link for a payment that is about to start, or returns false if all are sold or reserved. One
 * statement checks and counts, so two customers cannot both get the last one.
 */
export async function reserveSale(tx: Tx, linkId: number): Promise<boolean> {
  const { affectedRows } = await tx.sql.run(
    `UPDATE payment_links SET times_reserved = times_reserved + 1
     WHERE id = ? AND (max_sales IS NULL OR times_sold + times_reserved < max_sales)`,
    [linkId],
  )
  return affectedRows === 1
}

/** Counts a reserved sale as sold. */
export async function confirmSale(tx: Tx, linkId: number): Promise<void> {
  await tx.sql.write(
    'UPDATE payment_links SET times_reserved = times_reserved - 1, times_sold = times_sold + 1 WHERE id = ?',
    [linkId],
  )
}

/** Releases the reserved sale of a payment that ended without money. */
export async function releaseSale(tx: Tx, linkId: number): Promise<void> {
  await tx.sql.write('UPDATE payment_links SET times_reserved = times_reserved - 1 WHERE id = ?', [linkId])
}
