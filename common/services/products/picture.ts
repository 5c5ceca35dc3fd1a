import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Image, MAX_PIXELS, shrinkPicture, UnfitPicture } from '../images/shrink-picture.ts'
import { storeUpload } from '../images/store-upload.ts'
import type { Scope } from '../projects/project.ts'
import { lockProduct } from './find.ts'
import { serializeProduct } from './rows.ts'

const SENTENCES = {
  empty: 'The body is empty. Send the file itself as the body: curl --data-binary @picture.png',
  kind: 'The file is not a PNG, JPEG, WebP or GIF picture. Send it in one of these formats.',
  pixels: `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Send a smaller one.`,
  broken: 'The picture cannot be read: the file is damaged. Save it again, and send the new file.',
} as const satisfies Record<UnfitPicture['fault'] | 'empty', string>

/**
 * Creates the small picture of a product from an uploaded file, outside of any transaction. Refuses a file that is not a picture,
 * or is too large.
 */
export async function shrinkProductPicture(file: Buffer): Promise<Image> {
  if (file.length === 0) throw refused('empty')
  try {
    return await shrinkPicture(file, 'product')
  } catch (error) {
    if (!(error instanceof UnfitPicture)) throw error
    throw refused(error.fault)
  }
}

function refused(fault: keyof typeof SENTENCES): Refusal {
  return new Refusal({ code: 'validation_failed', path: 'file', params: { sentence: SENTENCES[fault] } })
}

/** Shows an uploaded picture for a product. Its `image_url` is then an address of this service. */
export async function setProductPicture(
  tx: ModelTx,
  scope: Scope,
  id: number,
  image: Image,
): Promise<ProductObject> {
  const product = await lockProduct(tx, scope, id)
  const before = serializeProduct(rowOf(product))
  const imageUrl = await storeUpload(tx, { subject: 'product', id }, product, image)
  await product.update({ imageUrl, updatedAt: tx.now }, { transaction: tx.transaction })
  const after = serializeProduct(rowOf(product))
  tx.sql.noteFields('products', id, fieldChanges(before, after))
  return after
}
