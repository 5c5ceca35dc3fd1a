import type { Tx } from '../../db/transaction.ts'
import { DAY, later } from '../kit/time.ts'
import { askForPicture } from './ask-for-picture.ts'

/** Pictures in one transaction. */
export const BATCH_SIZE = 50
/** No order has named the address for so long: orders that did are settled, and do without. */
const RETENTION = 180 * DAY

interface Row {
  id: number
  project_id: number
  is_test: number
}

/** Forgets pictures of items that no order has named for long. Returns how many. */
export async function deleteItemPictures(tx: Tx): Promise<number> {
  const rows = await tx.sql.rows<Row>(
    `SELECT id, project_id, is_test FROM item_pictures WHERE asked_at < ? ORDER BY asked_at LIMIT ${BATCH_SIZE} FOR UPDATE`,
    [later(tx.now, -RETENTION)],
  )
  for (const { id, project_id: projectId, is_test: isTest } of rows) {
    await askForPicture(tx, { subject: 'item', id }, { projectId, isTest: Boolean(isTest) }, null)
    await tx.sql.write('DELETE FROM item_pictures WHERE id = ?', [id])
  }
  return rows.length
}
