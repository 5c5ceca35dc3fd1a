import {
  type ProductChanges,
  type ProductInput,
  productProperties,
} from '../../../common/domain/products/object.ts'
import type { ProductFilter } from '../../../common/services/products/list.ts'
import { fields, queryBoolean } from '../../fields.ts'
import { changed, created } from '../../given.ts'
import { listQuery } from '../../page.ts'

/** The body of `POST /products`; a price's `product_data` is the same. */
export const productBody = fields<ProductInput>(created(productProperties)).example({
  name: 'Gold plan',
  client_reference_id: 'gold',
  grace_period_days: 3,
})

/** The body of `PATCH /products/:product_id`. */
export const productChanges = fields<ProductChanges>(changed(productProperties)).example({ active: false })

export const productQuery = listQuery<ProductFilter>({
  active: queryBoolean().description('Only products that can be sold, or only archived ones.'),
})
