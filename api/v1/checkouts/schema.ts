import Joi from 'joi'
import type { CheckoutInput } from '../../../common/checkouts/input.ts'
import type { CheckoutFilter } from '../../../common/checkouts/list-checkouts.ts'
import {
  amount,
  email,
  fields,
  id,
  metadata,
  pattern,
  queryId,
  text,
  timestamp,
  webAddress,
  wholeNumber,
} from '../../fields.ts'
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
  adjustable_quantity: Joi.object({
    enabled: Joi.boolean().required(),
    min: wholeNumber(1, 999_999),
    max: wholeNumber(1, 999_999),
  }),
}).xor('price', 'price_id', 'price_data')

const discount = Joi.object({ amount: amount().required(), description: text(255).required() })

const option = Joi.object({ label: text(255).required(), value: text(255) })

const customField = Joi.object({
  label: text(100).required(),
  type: Joi.string().valid('text', 'numeric', 'dropdown').required(),
  key: pattern(/^[a-z0-9_]{1,50}$/, '1 to 50 characters of a-z, 0-9 and _'),
  optional: Joi.boolean(),
  dropdown: Joi.object({
    options: Joi.array().items(option).min(1).max(50).unique('value', { ignoreUndefined: true }).required(),
  }).when('type', { is: 'dropdown', then: Joi.required(), otherwise: Joi.forbidden() }),
})

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
  phone_number_collection: Joi.boolean(),
  delivery_address_collection: Joi.boolean(),
  allow_promotion_codes: Joi.boolean(),
  custom_fields: Joi.array().items(customField).max(3).unique('key', { ignoreUndefined: true }),
  locale: Joi.string().valid('auto', 'en', 'mn'),
  expires_at: timestamp(),
  discounts: Joi.array().items(discount).max(100),
  metadata: metadata(),
})
