import { DAY, later } from '../kit/time.ts'
import type { Tx } from '../../db/transaction.ts'

/** Pictures in one transaction. */
export const FORGOTTEN_AT_ONCE = 200
/** How long a picture that is shown nowhere any more is kept, for the letters that show it. */
const KEPT_FOR = 90 * DAY

/** Forgets pictures that nothing has shown for long. Answers how many. */
export async function forgetImages(tx: Tx): Promise<number> {
  const { affectedRows } = await tx.sql.run(
    `DELETE FROM images WHERE released_at < ? AND NOT EXISTS (SELECT 1 FROM image_copies
       WHERE image_copies.project_id = images.project_id AND image_copies.hash = images.hash)
     ORDER BY released_at LIMIT ${FORGOTTEN_AT_ONCE}`,
    [later(tx.now, -KEPT_FOR)],
  )
  return affectedRows
}
