import type { Tx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'
import { askForPicture } from './ask-for-picture.ts'

/** Pictures per transaction. */
export const BATCH_SIZE = 50
/** How long a picture is kept after the last order with its address. Such orders are settled and need no picture. */
const RETENTION = 180 * DAY

interface Row {
  id: number
  project_id: number
  is_test: number
}

/** Deletes item pictures that no order has used for a long time. Returns their number. */
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
