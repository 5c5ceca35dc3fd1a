import Joi from 'joi'
import type { PriceChanges, PriceInput } from '../../../common/domain/prices/input.ts'
import { priceProperties } from '../../../common/domain/prices/object.ts'
import type { PriceFilter } from '../../../common/services/prices/list.ts'
import { fields, fixed, id, queryBoolean, queryId } from '../../fields.ts'
import { agreed, changed, created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'
import { productBody } from '../products/schema.ts'

const given = created(priceProperties)
const transfer = Joi.boolean()
  .description('Moves the lookup key from the price that has it now.')
  .meta({ default: false })

/** The body of `POST /prices`. */
export const priceBody = fields<PriceInput>(
  inOrder(
    'product_id product_data type unit_amount recurring_interval recurring_interval_count name portal lookup_key transfer_lookup_key',
    {
      ...given,
      product_id: id().description('The product of the price.'),
      product_data: productBody.description('A new product for the price.'),
      type: Joi.string()
        .valid('one_time', 'recurring')
        .description('Follows from `recurring_interval`. If you send it, it must match.'),
      recurring_interval_count: given.recurring_interval_count.meta({ default: 1 }),
      transfer_lookup_key: transfer,
    },
  ),
)
  .xor('product_id', 'product_data')
  .example({ product_id: 12, unit_amount: 25_000, recurring_interval: 'month', lookup_key: 'gold_monthly' })

const INSTEAD = 'Create a new price, and archive this one with "active": false'

/** The body of `PATCH /prices/:price_id`. */
export const priceChanges = fields<PriceChanges>(
  inOrder('name portal lookup_key transfer_lookup_key', {
    ...changed(priceProperties),
    transfer_lookup_key: transfer,
    product_id: fixed(INSTEAD),
    product_data: fixed(INSTEAD),
    type: fixed(INSTEAD),
    ...agreed(priceProperties, INSTEAD),
  }),
).example({ active: false })

export const priceQuery = listQuery<PriceFilter>({
  product_id: queryId().description('Only prices of this product.'),
  lookup_key: given.lookup_key.description('Only the price with this lookup key.'),
  active: queryBoolean().description('Only prices that can be sold, or only archived ones.'),
})
