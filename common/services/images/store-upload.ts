import type { ModelTx } from '../../../db/transaction.ts'
import { pictureName, pictureOf } from '../../domain/images/picture.ts'
import { config } from '../../runtime/config.ts'
import { ImageCopy } from './image-copies-table.ts'
import type { Image } from './shrink-picture.ts'
import { keepImage } from './store.ts'
import { lockPictured, type Pictured } from './subject.ts'
import { type Owner, writeCopy } from './write-copy.ts'

/**
 * Stores an uploaded picture and shows it. Returns its address, which is our own. A copy of a former address that is on its way
 * is dropped, because this counts as a later request.
 */
export async function storeUpload(tx: ModelTx, of: Pictured, owner: Owner, image: Image): Promise<string> {
  const url = config().baseUrl + pictureOf(owner.projectId, pictureName(image))!.path
  await lockPictured(tx, of)
  const where = { projectId: owner.projectId, subject: of.subject, subjectId: of.id }
  const known = await ImageCopy.findOne({ where, transaction: tx.transaction })
  await writeCopy(tx, of, owner, { url, status: 'copied', hash: image.hash, dueAt: null })
  await keepImage(tx, of, owner.projectId, known?.hash ?? null, image)
  return url
}
