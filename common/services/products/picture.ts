import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import type { Image } from '../images/shrink-picture.ts'
import { storeUpload } from '../images/store-upload.ts'
import type { Scope } from '../projects/project.ts'
import { lockProduct } from './find.ts'
import { serializeProduct } from './rows.ts'

/** Shows an uploaded picture for a product. Its `image_url` is then an address of this service. */
export async function setProductPicture(
  tx: ModelTx,
  scope: Scope,
  id: number,
  image: Image,
): Promise<ProductObject> {
  const product = await lockProduct(tx, scope, id)
  await storeUpload(tx, 'product', product, product, image)
  return serializeProduct(rowOf(product))
}
