import type { Tx } from '../../../db/transaction.ts'
import { pictureName, pictureOf } from '../../domain/images/picture.ts'
import { config } from '../../runtime/config.ts'
import type { Image } from './shrink-picture.ts'
import { keepImage } from './store.ts'
import { lockPictured, type Pictured } from './subject.ts'
import { type Owner, writeCopy } from './write-copy.ts'

/**
 * Stores an uploaded picture and shows it. Returns its address, which is our own. A copy of a former address that is on its way
 * is dropped, because this counts as a later request.
 */
export async function storeUpload(tx: Tx, of: Pictured, owner: Owner, image: Image): Promise<string> {
  const url = config().baseUrl + pictureOf(owner.projectId, pictureName(image))!.path
  await lockPictured(tx, of)
  const known = await tx.sql.row<{ hash: Buffer | null }>(
    'SELECT hash FROM image_copies WHERE subject = ? AND subject_id = ?',
    [of.subject, of.id],
  )
  await writeCopy(tx, of, owner, { url, status: 'copied', hash: image.hash, dueAt: null })
  await keepImage(tx, of, owner.projectId, known?.hash ?? null, image)
  return url
}
