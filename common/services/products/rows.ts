import { columnsOf } from '../../../db/columns.ts'
import { type ProductObject, productProperties } from '../../domain/products/object.ts'
import { fieldNames, type FieldRow, serializerOf } from '../../kit/field.ts'

const productOf = serializerOf(productProperties)

export function serializeProduct(row: FieldRow<typeof productProperties>): ProductObject {
  return productOf(row, {})
}

/** The columns of `products product` that `serializeJoinedProduct` reads. */
export const PRODUCT_COLUMNS = columnsOf('product', fieldNames(productProperties))

export interface ProductRow extends FieldRow<typeof productProperties, 'product_'> {}

const joinedOf = serializerOf(productProperties, 'product_')

/** Converts the columns of a product in a joined row. */
export function serializeJoinedProduct(row: ProductRow): ProductObject {
  return joinedOf(row, {})
}
