import { type Columns, columnsOf, listed } from '../../../db/columns.ts'
import { type PriceObject, priceProperties } from '../../domain/prices/object.ts'
import { fieldNames, type FieldRow, serializerOf } from '../../kit/field.ts'
import { PRODUCT_COLUMNS, type ProductRow, serializeJoinedProduct } from '../products/rows.ts'

/** The columns of `prices price`, and of its product, that `serializePrice` reads. */
export const PRICE_COLUMNS: Columns = [...columnsOf('price', fieldNames(priceProperties)), ...PRODUCT_COLUMNS]

export const PRICE_SELECT = `SELECT ${listed(PRICE_COLUMNS)} FROM prices price JOIN products product ON product.id = price.product_id`

export interface PriceRow extends ProductRow, FieldRow<typeof priceProperties, 'price_'> {}

const priceOf = serializerOf(priceProperties, 'price_')

export function serializePrice(row: PriceRow): PriceObject {
  return priceOf(row, { product: serializeJoinedProduct(row) })
}
