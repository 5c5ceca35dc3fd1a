import type { Changed, Created } from '../../kit/field.ts'
import type { productProperties } from './object.ts'

/** A valid body of `POST /products`, and the `product_data` of a price. */
export interface ProductInput extends Created<typeof productProperties> {}

/** A valid body of `PATCH /products/:id`; null clears. */
export interface ProductChanges extends Changed<typeof productProperties> {}
