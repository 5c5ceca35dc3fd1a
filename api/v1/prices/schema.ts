import Joi from 'joi'
import type { PriceChanges, PriceInput } from '../../../common/domain/prices/input.ts'
import type { PriceFilter } from '../../../common/services/prices/list.ts'
import {
  amount,
  fields,
  fixed,
  id,
  metadata,
  pattern,
  queryBoolean,
  queryId,
  text,
  wholeNumber,
} from '../../fields.ts'
import { listQuery } from '../../page.ts'
import { productBody } from '../products/schema.ts'

function lookupKey() {
  return pattern(/^[A-Za-z0-9._:-]{1,100}$/, '1 to 100 characters of A-Z, a-z, 0-9 and . _ - :').description(
    'Your own name for it, unique in the project.',
  )
}

const transfer = Joi.boolean()
  .description('Moves the lookup key from the price that has it now.')
  .meta({ default: false })
const name = text(100).description(
  "A name that distinguishes it from the product's other prices; shown next to the product's name.",
)
const portal = Joi.boolean().description(
  'Whether the portal offers it. If false, only its current subscribers can renew it there.',
)
const active = Joi.boolean().description('Whether it can be sold.')

/** The body of `POST /prices`. */
export const priceBody = fields<PriceInput>({
  product_id: id().description('The product of the price.'),
  product_data: productBody.description('A new product for the price.'),
  type: Joi.string()
    .valid('one_time', 'recurring')
    .description('Follows from `recurring_interval`. If you send it, it must match.'),
  unit_amount: amount().required().description('The price of one, in the smallest unit of the currency.'),
  recurring_interval: Joi.string()
    .valid('month', 'year')
    .description('The unit of a billing period. Without it the price is paid once.'),
  recurring_interval_count: wholeNumber(1, 12)
    .description('The number of units in a period: up to 12 months, or 3 years.')
    .meta({ default: 1 }),
  name,
  portal: portal.meta({ default: true }),
  lookup_key: lookupKey(),
  transfer_lookup_key: transfer,
  active: active.meta({ default: true }),
  metadata: metadata(),
})
  .xor('product_id', 'product_data')
  .example({ product_id: 12, unit_amount: 25_000, recurring_interval: 'month', lookup_key: 'gold_monthly' })

const agreed = fixed('Create a new price, and archive this one with "active": false')

/** The body of `PATCH /prices/:price_id`. */
export const priceChanges = fields<PriceChanges>({
  name: name.allow(null),
  portal,
  lookup_key: lookupKey().allow(null),
  transfer_lookup_key: transfer,
  active,
  metadata: metadata().allow(null),
  product_id: agreed,
  product_data: agreed,
  type: agreed,
  unit_amount: agreed,
  recurring_interval: agreed,
  recurring_interval_count: agreed,
}).example({ active: false })

export const priceQuery = listQuery<PriceFilter>({
  product_id: queryId().description('Only prices of this product.'),
  lookup_key: lookupKey().description('Only the price with this lookup key.'),
  active: queryBoolean().description('Only prices that can be sold, or only archived ones.'),
})
