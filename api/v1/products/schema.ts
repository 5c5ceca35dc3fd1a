import Joi from 'joi'
import type { ProductChanges, ProductInput } from '../../../common/domain/products/input.ts'
import type { ProductFilter } from '../../../common/services/products/list.ts'
import { fields, metadata, OUR_COPY, queryBoolean, text, webAddress, wholeNumber } from '../../fields.ts'
import { listQuery } from '../../page.ts'

const name = text(255).description('The name that customers see.')
const description = text(5_000, { lineBreaks: true }).description('More details, for customers.')
const reference = text(191).description('Your own reference.')
const graceDays = wholeNumber(0, 90).description('Days of access after an unpaid period.')
const active = Joi.boolean().description('Whether it can be sold.')
const image = webAddress().description(`A picture of it. ${OUR_COPY}`)

/** The body of `POST /products`; a price's `product_data` is the same. */
export const productBody = fields<ProductInput>({
  name: name.required(),
  description,
  image_url: image,
  client_reference_id: reference,
  grace_period_days: graceDays.meta({ default: 0 }),
  active: active.meta({ default: true }),
  metadata: metadata(),
}).example({ name: 'Gold plan', client_reference_id: 'gold', grace_period_days: 3 })

/** The body of `PATCH /products/:product_id`. */
export const productChanges = fields<ProductChanges>({
  name,
  description: description.allow(null),
  image_url: image.allow(null),
  client_reference_id: reference.allow(null),
  grace_period_days: graceDays,
  active,
  metadata: metadata().allow(null),
}).example({ active: false })

export const productQuery = listQuery<ProductFilter>({
  active: queryBoolean().description('Only products that can be sold, or only archived ones.'),
})
