import { writeRows } from '../../../db/rows.ts'
import type { ModelTx, Tx } from '../../../db/transaction.ts'
import { pictureName } from '../../domain/images/picture.ts'
import { ImageCopy } from './image-copies-table.ts'
import type { Image } from './shrink-picture.ts'
import { lockPictured, type Pictured, releaseImage, showPicture } from './subject.ts'

/**
 * Stores a copy and shows it. Returns false and stores nothing if the claim is no longer valid: the address was
 * changed or cleared meanwhile, or another worker has claimed it.
 */
export async function storeImage(tx: ModelTx, copy: ImageCopy, image: Image): Promise<boolean> {
  const { projectId, id, subject, subjectId, asked, tries } = copy
  const pictured = { subject, id: subjectId }
  await lockPictured(tx, pictured)
  const done = { dueAt: null, dueSince: null, error: null, updatedAt: tx.now }
  const [written] = await ImageCopy.update(
    { status: 'copied', hash: image.hash, ...done },
    { where: { projectId, id, status: 'pending', asked, tries }, transaction: tx.transaction },
  )
  if (written === 0) return false
  await keepImage(tx, pictured, projectId, copy.hash, image)
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
