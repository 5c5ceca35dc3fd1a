import Joi from 'joi'
import type { CheckoutInput } from '../../../common/checkouts/input.ts'
import type { CheckoutFilter } from '../../../common/checkouts/list.ts'
import { CHECKOUT_STATUSES } from '../../../common/checkouts/object.ts'
import { LOCALES } from '../../../common/kit/languages.ts'
import {
  amount,
  email,
  fields,
  id,
  metadata,
  OUR_COPY,
  pattern,
  priceKey,
  queryId,
  queryValues,
  text,
  timestamp,
  webAddress,
  wholeNumber,
} from '../../fields.ts'
import { listQuery } from '../../page.ts'

const priceData = Joi.object({
  unit_amount: amount().required().description('What one costs, in the smallest unit of the currency.'),
  product_data: Joi.object({
    name: text(255).required().description('What the customer sees.'),
    description: text(5_000, { lineBreaks: true }).description('More about it, for customers.'),
    image_url: webAddress().description(`A picture of it. ${OUR_COPY}`),
    client_reference_id: text(191).description('Your own reference of it.'),
  })
    .required()
    .description('The product, which need not be registered.'),
})

const item = Joi.object({
  price: priceKey().description('The lookup key of a registered price.'),
  price_id: id().description('The id of a registered price.'),
  price_data: priceData.description('A price and product that are not registered.'),
  quantity: wholeNumber(1, 999_999)
    .required()
    .description('How many; for a recurring price the number of periods, at most 60.'),
  adjustable_quantity: Joi.object({
    enabled: Joi.boolean()
      .required()
      .description('Whether the customer can change the quantity on the page.'),
    min: wholeNumber(1, 999_999).description('The least, at most the quantity.').meta({ default: 1 }),
    max: wholeNumber(1, 999_999).description(
      'The most, at least the quantity: 99 unless given, 60 for a recurring price.',
    ),
  }).description('Lets the customer choose the quantity.'),
}).xor('price', 'price_id', 'price_data')

const discount = Joi.object({
  amount: amount().required().description('What it takes off.'),
  description: text(255).required().description('What the customer sees.'),
})

const option = Joi.object({
  label: text(255).required().description('As the customer sees it.'),
  value: text(255).description('As you get it; made from the label unless given.'),
})

const customField = Joi.object({
  label: text(100).required().description('What the customer is asked.'),
  type: Joi.string()
    .valid('text', 'numeric', 'dropdown')
    .required()
    .description('The kind of answer: up to 255 characters, digits only, or one of a list.'),
  key: pattern(/^[a-z0-9_]{1,50}$/, '1 to 50 characters of a-z, 0-9 and _').description(
    'What you know the answer by; made from the label unless given.',
  ),
  optional: Joi.boolean().description('Whether it may be left blank.').meta({ default: false }),
  dropdown: Joi.object({
    options: Joi.array()
      .items(option)
      .min(1)
      .max(50)
      .unique('value', { ignoreUndefined: true })
      .required()
      .description('What can be chosen.'),
  })
    .description('The choices; for the type `dropdown` only.')
    .when('type', { is: 'dropdown', then: Joi.required(), otherwise: Joi.forbidden() }),
})

/** The query of `GET /checkouts`. */
export const checkoutQuery = listQuery<CheckoutFilter>({
  status: queryValues(CHECKOUT_STATUSES).description('Only those with one of these statuses.'),
  customer_id: queryId().description('Only those of this customer.'),
  client_reference_id: text(48).description('Only those with your order reference.'),
})

/** The body of `POST /checkouts`. */
export const checkoutBody = fields<CheckoutInput>({
  items: Joi.array()
    .items(item)
    .min(1)
    .max(100)
    .required()
    .description('What is bought. With a recurring price, exactly one.'),
  success_url: webAddress().description(
    'Where the customer goes after paying; `{CHECKOUT_ID}` in it is replaced.',
  ),
  cancel_url: webAddress().description(
    'Where the customer goes after giving up; `{CHECKOUT_ID}` in it is replaced.',
  ),
  customer_id: id().description('The customer. Required with a recurring price.'),
  customer_email: email().description(
    "This checkout's address. Without `customer_id`, the customer with it is attached, or created.",
  ),
  client_reference_id: text(48).description('Your own order reference.'),
  subscription_id: id().description(
    'The subscription to renew (same price) or to change (another recurring price). Required for a change.',
  ),
  email_collection: Joi.boolean()
    .description('Whether the page asks for an email address; without one no receipt is sent.')
    .meta({ default: true }),
  phone_number_collection: Joi.boolean()
    .description('Whether the page asks for a phone number.')
    .meta({ default: false }),
  delivery_address_collection: Joi.boolean()
    .description('Whether the page asks for a delivery address.')
    .meta({ default: false }),
  allow_promotion_codes: Joi.boolean()
    .description('Whether the page has a field for promotion codes.')
    .meta({ default: false }),
  custom_fields: Joi.array()
    .items(customField)
    .max(3)
    .unique('key', { ignoreUndefined: true })
    .description('What else the page asks.'),
  locale: Joi.string()
    .valid('auto', ...LOCALES)
    .description("The page's language; `auto` is the browser's.")
    .meta({ default: 'auto' }),
  expires_at: timestamp().description('Until when it can be paid: 30 minutes to 2 months ahead.'),
  discounts: Joi.array()
    .items(discount)
    .max(100)
    .description("Direct discounts; together at most the items' sum."),
  metadata: metadata(),
}).example({
  items: [{ price_data: { unit_amount: 25_000, product_data: { name: 'Tea' } }, quantity: 1 }],
  client_reference_id: 'order-1001',
  success_url: 'https://shop.example.org/thanks?checkout={CHECKOUT_ID}',
  cancel_url: 'https://shop.example.org/cart',
})
