import Joi from 'joi'
import type { PriceFilter } from '../../../common/products/find-price.ts'
import type { PriceChanges, PriceInput } from '../../../common/products/input.ts'
import { amount, fields, fixed, id, metadata, pattern } from '../../fields.ts'
import { queryBoolean, queryId, wholeNumber } from '../../fields.ts'
import { PAGE_FIELD } from '../../page.ts'
import { productBody } from '../products/schema.ts'

function lookupKey() {
  return pattern(/^[A-Za-z0-9._:-]{1,100}$/, '1 to 100 characters of A-Z, a-z, 0-9 and . _ - :')
}

/** The body of `POST /prices`. */
export const priceBody = fields<PriceInput>({
  product_id: id(),
  product_data: productBody,
  type: Joi.string().valid('one_time', 'recurring'),
  unit_amount: amount().required(),
  recurring_interval: Joi.string().valid('month', 'year'),
  recurring_interval_count: wholeNumber(1, 12),
  lookup_key: lookupKey(),
  transfer_lookup_key: Joi.boolean(),
  active: Joi.boolean(),
  metadata: metadata(),
}).xor('product_id', 'product_data')

const agreed = fixed('Make a new price, and archive this one with "active": false.')

/** The body of `PATCH /prices/:price_id`. */
export const priceChanges = fields<PriceChanges>({
  lookup_key: lookupKey().allow(null),
  transfer_lookup_key: Joi.boolean(),
  active: Joi.boolean(),
  metadata: metadata().allow(null),
  product_id: agreed,
  product_data: agreed,
  type: agreed,
  unit_amount: agreed,
  recurring_interval: agreed,
  recurring_interval_count: agreed,
})

export const priceQuery = fields<PriceFilter>({
  ...PAGE_FIELD,
  product_id: queryId(),
  lookup_key: lookupKey(),
  active: queryBoolean(),
})
