import type { Model } from 'sequelize'
import { tableOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { pictureName, pictureOf } from '../../domain/images/picture.ts'
import { camelCase } from '../../kit/camel-case.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import { config } from '../../runtime/config.ts'
import { ImageCopy } from './image-copies-table.ts'
import type { Image } from './shrink-picture.ts'
import { keepImage } from './store.ts'
import { type Owner, writeCopy } from './write-copy.ts'

/** The field with the address of the picture. */
const FIELDS = { project: 'logo_url', product: 'image_url' } as const

/**
 * Shows an uploaded picture for a locked row. Its address is then our own. A copy of a former address that is on its way is
 * dropped, because this counts as a later request.
 */
export async function storeUpload(
  tx: ModelTx,
  subject: keyof typeof FIELDS,
  row: Model & { id: number },
  owner: Owner,
  image: Image,
): Promise<void> {
  const { transaction } = tx
  const of = { subject, id: row.id }
  const where = { projectId: owner.projectId, subject, subjectId: row.id }
  const known = await ImageCopy.findOne({ where, transaction })
  const url = config().baseUrl + pictureOf(owner.projectId, pictureName(image))!.path
  await writeCopy(tx, of, owner, { url, status: 'copied', hash: image.hash, dueAt: null })
  await keepImage(tx, of, owner.projectId, known?.hash ?? null, image)
  const field = FIELDS[subject]
  const former = row.get(camelCase(field))
  await row.update({ [camelCase(field)]: url, updatedAt: tx.now }, { transaction })
  tx.sql.noteFields(tableOf(row), row.id, fieldChanges({ [field]: former }, { [field]: url }))
}
