import type { Tx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'

/** Pictures per transaction. */
export const BATCH_SIZE = 200
/** Time that a picture is kept after it is no longer shown, in milliseconds: delivered emails show it. */
const RETENTION = 90 * DAY

/** Deletes pictures that have not been shown for a long time. Returns their number. */
export async function deleteUnusedImages(tx: Tx): Promise<number> {
  const { affectedRows } = await tx.sql.run(
    `DELETE FROM images WHERE released_at < ? AND NOT EXISTS (SELECT 1 FROM image_copies
       WHERE image_copies.project_id = images.project_id AND image_copies.hash = images.hash)
     ORDER BY released_at LIMIT ${BATCH_SIZE}`,
    [later(tx.now, -RETENTION)],
  )
  return affectedRows
}
