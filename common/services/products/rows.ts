import { columnsOf, listed } from '../../../db/columns.ts'
import { type ProductObject, productProperties } from '../../domain/products/object.ts'
import { fieldNames, type FieldRow, serializerOf } from '../../kit/field.ts'

/** The columns of `products product` that `serializeProduct` reads. */
export const PRODUCT_COLUMNS = columnsOf('product', fieldNames(productProperties))

export const PRODUCT_SELECT = `SELECT ${listed(PRODUCT_COLUMNS)} FROM products product`

export interface ProductRow extends FieldRow<typeof productProperties, 'product_'> {}

const productOf = serializerOf(productProperties, 'product_')

export function serializeProduct(row: ProductRow): ProductObject {
  return productOf(row, {})
}
