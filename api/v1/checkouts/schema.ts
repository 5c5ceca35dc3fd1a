import Joi from 'joi'
import type { CheckoutInput } from '../../../common/checkouts/input.ts'
import type { CheckoutFilter } from '../../../common/checkouts/list-checkouts.ts'
import { amount, email, fields, id, metadata, queryId, text, webAddress, wholeNumber } from '../../fields.ts'
import { PAGE_FIELD } from '../../page.ts'

const priceData = Joi.object({
  unit_amount: amount().required(),
  product_data: Joi.object({ name: text(255).required(), client_reference_id: text(191) }).required(),
})

const item = Joi.object({
  price: text(100),
  price_id: id(),
  price_data: priceData,
  quantity: wholeNumber(1, 999_999).required(),
}).xor('price', 'price_id', 'price_data')

const discount = Joi.object({ amount: amount().required(), description: text(255).required() })

/** The query of `GET /checkouts`. */
export const checkoutQuery = fields<CheckoutFilter>({
  ...PAGE_FIELD,
  status: Joi.string().valid('open', 'pending', 'complete', 'expired'),
  customer_id: queryId(),
  client_reference_id: text(48),
})

/** The body of `POST /checkouts`. */
export const checkoutBody = fields<CheckoutInput>({
  items: Joi.array().items(item).min(1).max(100).required(),
  success_url: webAddress(),
  cancel_url: webAddress(),
  customer_id: id(),
  customer_email: email(),
  client_reference_id: text(48),
  email_collection: Joi.boolean(),
  discounts: Joi.array().items(discount).max(100),
  metadata: metadata(),
})
