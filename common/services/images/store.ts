import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { pictureName } from '../../domain/images/picture.ts'
import type { ClaimedCopy } from './rows.ts'
import type { Image } from './shrink-picture.ts'
import { lockPictured, type Pictured, releaseImage, showPicture } from './subject.ts'

/**
 * Stores a copy and shows it. Returns false and stores nothing if the claim is no longer valid: the address was
 * changed or cleared meanwhile, or another worker has claimed it.
 */
export async function storeImage(tx: Tx, copy: ClaimedCopy, image: Image): Promise<boolean> {
  const pictured = { subject: copy.subject, id: copy.subject_id }
  await lockPictured(tx, pictured)
  const { affectedRows } = await tx.sql.run(
    `UPDATE image_copies SET status = 'copied', hash = ?, due_at = NULL, due_since = NULL, error = NULL, updated_at = ?
     WHERE id = ? AND status = 'pending' AND asked = ? AND tries = ?`,
    [image.hash, tx.now, copy.id, copy.asked, copy.tries],
  )
  if (affectedRows === 0) return false
  await keepImage(tx, pictured, copy.project_id, copy.hash, image)
  return true
}

/** Stores an image of a locked owner and shows it in place of the one with the hash `former`. */
export async function keepImage(
  tx: Tx,
  of: Pictured,
  projectId: number,
  former: Buffer | null,
  image: Image,
): Promise<void> {
  if (former && !former.equals(image.hash)) await releaseImage(tx, projectId, former)
  const { hash, type, width, height, clear, bytes } = image
  const row = { project_id: projectId, hash, type, width, height, clear, bytes, created_at: tx.now }
  await writeRows(tx.sql, 'images', [row], { onDuplicate: 'released_at = NULL' })
  await showPicture(tx, of, pictureName(image))
}
