import type { Tx } from '../../db/transaction.ts'
import { DAY, later } from '../kit/time.ts'

/** Pictures in one transaction. */
export const BATCH_SIZE = 200
/** How long a picture that is shown nowhere any more is kept, for the emails that show it. */
const RETENTION = 90 * DAY

/** Forgets pictures that nothing has shown for long. Returns how many. */
export async function deleteUnusedImages(tx: Tx): Promise<number> {
  const { affectedRows } = await tx.sql.run(
    `DELETE FROM images WHERE released_at < ? AND NOT EXISTS (SELECT 1 FROM image_copies
       WHERE image_copies.project_id = images.project_id AND image_copies.hash = images.hash)
     ORDER BY released_at LIMIT ${BATCH_SIZE}`,
    [later(tx.now, -RETENTION)],
  )
  return affectedRows
}
