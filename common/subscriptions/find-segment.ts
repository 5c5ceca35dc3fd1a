import type { Row } from '../../db/define-table.ts'
import type { Tx } from '../../db/transaction.ts'
import type { segmentsTable } from './segments-table.ts'

/** Row of the segment that a checkout bought. */
export type BoughtSegment = Row<typeof segmentsTable>

/** Finds the segment that a checkout bought. */
export async function findSegment(tx: Tx, checkoutId: number): Promise<BoughtSegment | undefined> {
  return tx.sql.row<BoughtSegment>('SELECT * FROM segments WHERE checkout_id = ?', [checkoutId])
}
