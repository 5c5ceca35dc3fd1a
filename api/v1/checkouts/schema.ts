import Joi from 'joi'
import type { CheckoutInput } from '../../../common/domain/checkouts/input.ts'
import { CHECKOUT_STATUSES, checkoutProperties } from '../../../common/domain/checkouts/object.ts'
import { OUR_COPY } from '../../../common/domain/images/picture.ts'
import type { CheckoutFilter } from '../../../common/services/checkouts/list.ts'
import {
  amount,
  fields,
  id,
  pattern,
  priceKey,
  queryId,
  queryValues,
  text,
  timestamp,
  webAddress,
  wholeNumber,
} from '../../fields.ts'
import { created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'

export const unitAmount = amount().description('The price of one, in the smallest unit of the currency.')

export const inlineProduct = Joi.object({
  name: text(255).required().description('The name that customers see.'),
  description: text(5_000, { lineBreaks: true }).description('More details, for customers.'),
  image_url: webAddress().description(`A picture of it. ${OUR_COPY}`),
  client_reference_id: text(191).description('Your own reference for the product.'),
})
  .required()
  .description('The product. It need not be registered.')

const priceData = Joi.object({ unit_amount: unitAmount.required(), product_data: inlineProduct })

export const checkoutItem = Joi.object({
  price: priceKey().description('The lookup key of a registered price.'),
  price_id: id().description('The id of a registered price.'),
  price_data: priceData.description('A price and product that are not registered.'),
  quantity: wholeNumber(1, 999_999)
    .required()
    .description('The quantity; for a recurring price the number of periods, at most 60.'),
  adjustable_quantity: Joi.object({
    enabled: Joi.boolean()
      .required()
      .description('Whether the customer can change the quantity on the page.'),
    min: wholeNumber(1, 999_999)
      .description('The smallest quantity; at most `quantity`.')
      .meta({ default: 1 }),
    max: wholeNumber(1, 999_999).description(
      'The largest quantity; at least `quantity`. Default: 99, or 60 for a recurring price.',
    ),
  }).description('Lets the customer choose the quantity.'),
}).xor('price', 'price_id', 'price_data')

const discount = Joi.object({
  amount: amount().required().description('The amount to take off.'),
  description: text(255).required().description('The text that the customer sees.'),
})

const option = Joi.object({
  label: text(255).required().description('The text that the customer sees.'),
  value: text(255).description('The value that you get. Default: derived from the label.'),
})

const customField = Joi.object({
  label: text(100).required().description('The question that the customer sees.'),
  type: Joi.string()
    .valid('text', 'numeric', 'dropdown')
    .required()
    .description('The kind of answer: up to 255 characters, digits only, or one of a list.'),
  key: pattern(/^[a-z0-9_]{1,50}$/, '1 to 50 characters of a-z, 0-9 and _').description(
    'The key of the answer. Default: derived from the label.',
  ),
  optional: Joi.boolean().description('Whether it may be left blank.').meta({ default: false }),
  dropdown: Joi.object({
    options: Joi.array()
      .items(option)
      .min(1)
      .max(50)
      .unique('value', { ignoreUndefined: true })
      .required()
      .description('The options to choose from.'),
  })
    .description('The choices; for the type `dropdown` only.')
    .when('type', { is: 'dropdown', then: Joi.required(), otherwise: Joi.forbidden() }),
})

export const customFields = Joi.array()
  .items(customField)
  .max(3)
  .unique('key', { ignoreUndefined: true })
  .description('Further questions on the page.')

/** The query of `GET /checkouts`. */
export const checkoutQuery = listQuery<CheckoutFilter>({
  status: queryValues(CHECKOUT_STATUSES).description('Only checkouts with one of these statuses.'),
  customer_id: queryId().description('Only checkouts of this customer.'),
  client_reference_id: text(48).description('Only checkouts with your order reference.'),
  payment_link_id: queryId().description('Only checkouts that this payment link has opened.'),
  subscription_id: queryId().description('Only checkouts that began, renew or change this subscription.'),
})

/** The body of `POST /checkouts`. */
export const checkoutBody = fields<CheckoutInput>(
  inOrder(
    'items success_url cancel_url customer_id customer_email client_reference_id subscription_id email_collection phone_number_collection delivery_address_collection allow_promotion_codes custom_fields locale expires_at discounts',
    {
      ...created(checkoutProperties),
      items: Joi.array()
        .items(checkoutItem)
        .min(1)
        .max(100)
        .required()
        .description('The items to buy. With a recurring price, exactly one.'),
      custom_fields: customFields,
      expires_at: timestamp().description(
        'The time until which it can be paid: 30 minutes to 2 months ahead.',
      ),
      discounts: Joi.array()
        .items(discount)
        .max(100)
        .description('Direct discounts; in total at most the sum of the items.'),
    },
  ),
).example({
  items: [{ price_data: { unit_amount: 25_000, product_data: { name: 'Tea' } }, quantity: 1 }],
  client_reference_id: 'order-1001',
  success_url: 'https://shop.example.org/thanks?checkout={CHECKOUT_ID}',
  cancel_url: 'https://shop.example.org/cart',
})
