import Joi from 'joi'
import type { ProductChanges, ProductInput } from '../../../common/products/input.ts'
import type { ProductFilter } from '../../../common/products/find-product.ts'
import { fields, metadata, queryBoolean, text, webAddress, wholeNumber } from '../../fields.ts'
import { PAGE_FIELD } from '../../page.ts'

const name = text(255)
const description = text(5_000, { lineBreaks: true })
const reference = text(191)
const graceDays = wholeNumber(0, 90)

/** The body of `POST /products`; a price's `product_data` is the same. */
export const productBody = fields<ProductInput>({
  name: name.required(),
  description,
  image_url: webAddress(),
  client_reference_id: reference,
  grace_period_days: graceDays,
  active: Joi.boolean(),
  metadata: metadata(),
})

/** The body of `PATCH /products/:product_id`. */
export const productChanges = fields<ProductChanges>({
  name,
  description: description.allow(null),
  image_url: webAddress().allow(null),
  client_reference_id: reference.allow(null),
  grace_period_days: graceDays,
  active: Joi.boolean(),
  metadata: metadata().allow(null),
})

export const productQuery = fields<ProductFilter>({ ...PAGE_FIELD, active: queryBoolean() })
