import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { either, type Infer, Kind, list, nullable, object, shape } from '../../kit/shape.ts'
import {
  amount,
  choice,
  createdAt,
  flag,
  id,
  isTest,
  metadata,
  nothing,
  pageLocale,
  projectId,
  text,
  time,
  updatedAt,
  url,
  wholeNumber,
} from '../../kit/values.ts'
import { buyer } from '../customers/buyer.ts'
import { price } from '../prices/object.ts'
import { product } from '../products/object.ts'
import { ADDRESS_WITH_ID } from './web-addresses.ts'

const inlineProduct = object({
  id: nothing,
  project_id: projectId,
  name: text('The name that the customer sees.', 'Tea').kept(),
  description: nullable(text('A description for customers.').kept()),
  image_url: nullable(url('The address of a picture, as you sent it. The page shows our copy of it.').kept()),
  client_reference_id: nullable(text('Your own reference of the product.').kept()),
})

const inlinePrice = object({
  id: nothing,
  unit_amount: amount('The price of one unit.', 25_000),
  product: inlineProduct,
})

const COUNT = { minimum: 1, maximum: 999_999 }

export const adjustableQuantity = object(
  {
    enabled: flag('Always true.', true),
    min: wholeNumber('The lowest quantity that the customer can choose.', 1, COUNT),
    max: wholeNumber('The highest quantity that the customer can choose.', 10, COUNT),
  },
  'The quantities that the customer can choose; null if the quantity is fixed.',
)

export const checkoutItemProperties = {
  id: id('The item.', 78),
  checkout_id: id('The checkout of the item.', 1001),
  price_id: field(id('The registered price; null for `price_data`.'), column.reference().nullable()),
  name: field(text("The product's name when the checkout was created.", 'Tea'), column.varchar(255).kept()),
  price_name: field(
    text("The price's name when the checkout was created."),
    column.varchar(100).nullable().kept(),
  ),
  description: field(
    text("The product's description when the checkout was created."),
    column.text().nullable().kept(),
  ),
  quantity: field(
    wholeNumber('The quantity; for a recurring price, the number of periods.', 1, COUNT),
    column.integer(),
  ),
  unit_amount: field(amount('The price of one unit.', 25_000), column.money()),
  amount_unit: amount('The same as `unit_amount`.', 25_000),
  amount_subtotal: field(amount('The quantity times the unit amount.', 25_000), column.money()),
  amount_total: field(amount('The subtotal, less the product codes.', 25_000), column.money()),
  adjustable_quantity: nullable(adjustableQuantity, { example: null }).kept(),
  price: either('The price, with its product.', [price, inlinePrice], inlinePrice.example).kept(),
  product: either('The product, as in `price`.', [product, inlineProduct], inlineProduct.example).kept(),
  created_at: time('When it was created.', '2026-02-05T06:07:08.000000Z'),
  updated_at: time('When its checkout was last changed.', '2026-02-05T06:07:08.000000Z'),
}

export interface CheckoutItemObject extends Infer<typeof checkoutItemProperties> {}

export const checkoutItem = shape<CheckoutItemObject>(
  'CheckoutItem',
  'One line of a checkout.',
  checkoutItemProperties,
)

const dropdown = object(
  {
    options: list(
      'The options.',
      object({
        label: text('The text that the customer sees.', 'Large').kept(),
        value: text('The value that you receive.', 'large').kept(),
      }),
    ),
  },
  'The choices of a dropdown.',
)

export const questionProperties = {
  key: text('The key of the answer.', 'size', { pattern: '^[a-z0-9_]{1,50}$' }).kept(),
  label: text('The question that the customer sees.', 'Size').kept(),
  type: choice('The kind of answer.', ['text', 'numeric', 'dropdown'], 'dropdown'),
  optional: flag('Whether it may be left blank.', false),
  dropdown: nullable(dropdown).kept(),
}

const customFieldProperties = {
  ...questionProperties,
  value: nullable(text('The answer; for a dropdown, the value of the chosen option.').erased()),
}

/** A question with its key and option values filled in, and with the answer if there is one. */
export interface CustomFieldObject extends Infer<typeof customFieldProperties> {}

export const customField = object<CustomFieldObject>(customFieldProperties)

const line = (description: string) => text(description, '', { maxLength: 255 }).schema

const deliveryAddress = new Kind<Record<string, string>, Record<string, string>>(
  {
    type: 'object',
    properties: {
      name: line('The name of the recipient.'),
      line1: line('Street and house.'),
      line2: line('Flat, floor, entrance.'),
      city: line('The city.'),
      district: line('The district or province.'),
      postal_code: line('The postal code.'),
      country: text('The country in two letters (ISO 3166).', 'MN', { pattern: '^[A-Z]{2}$' }).schema,
      note: line('Delivery instructions.'),
    },
    required: ['line1', 'city', 'country'],
    additionalProperties: false,
    description: 'The delivery address given on the page.',
  },
  { line1: 'Peace Avenue 1', city: 'Ulaanbaatar', country: 'MN' },
)

const discountProperties = {
  amount: amount('The amount that it takes off.', 5_000),
  description: text('The text that the customer sees.', 'For a good customer'),
}

export interface DiscountObject extends Infer<typeof discountProperties> {}

const discount = object<DiscountObject>(discountProperties)

const promotionCode = object({
  code: text('The code, in capitals.', 'SPRING10').kept(),
  amount: amount('The amount that it takes off this checkout.', 2_500),
})

const couponCode = object({
  code: text('The code, in capitals.', 'SPRING10').kept(),
  coupon_name: text('The same as `code`.', 'SPRING10').kept(),
  discount_amount: amount('The amount that it takes off this checkout.', 2_500),
  redeemed_at: nullable(time('When the checkout was paid.')),
})

export const CHECKOUT_STATUSES = ['open', 'pending', 'complete', 'expired'] as const

/** Given to create a checkout; "start again" copies it to the new one. */
const given = { create: true, again: true } as const

export const checkoutProperties = {
  id: field(id('The checkout.', 1001), column.primaryKey()),
  url: url(
    'The payment page, for the customer.',
    'https://pay.example.org/checkout/1001/n8V2xkQmT0y3wZ4aR5bC6d',
  ).kept(),
  project_id: projectId,
  status: choice('The status; `pending` while a payment awaits your decision.', CHECKOUT_STATUSES, 'open'),
  mode: field(
    choice('`subscription` if an item has a recurring price.', ['payment', 'subscription'], 'payment'),
    column.word(16),
  ),
  is_test: isTest,
  currency: field(
    text('The currency of every amount (ISO 4217).', 'MNT', { pattern: '^[A-Z]{3}$' }),
    column.char(3).kept(),
  ),
  amount_subtotal: field(
    amount('The sum of the items, before anything is taken off.', 25_000),
    column.money(),
  ),
  amount_total: field(amount('The amount to pay now.', 25_000), column.money()),
  credit_amount: field(
    amount('The part of the subtotal that is covered by unused time of a plan.', 0),
    column.money().default(0),
  ),
  client_reference_id: field(
    text('Your own order reference.', 'order-1001', { maxLength: 48 }),
    column.varchar(48).binary().nullable().kept(),
    given,
  ),
  customer_id: field(id('The customer.'), column.reference().nullable(), {
    create: true,
    says: 'The customer. Required with a recurring price.',
  }),
  customer: nullable(buyer, { example: null }),
  customer_email: field(
    text('The email address for this checkout; for a guest, the one typed on the page.'),
    column.varchar(254).nullable().erased(),
    {
      create: true,
      as: ['email'],
      says: 'The email address of this checkout. Without `customer_id`, the customer with this address is attached, or created.',
    },
  ),
  is_guest: field(flag('True when no customer is attached.', true), column.flag()),
  subscription_id: field(
    id('The subscription that the checkout renews, changes or has started.'),
    column.reference().nullable(),
    {
      create: true,
      says: 'The subscription to renew (same price) or to change (another recurring price). Required for a change.',
    },
  ),
  payment_link_id: field(id('The payment link that opened the checkout.'), column.reference().nullable()),
  items: list('The items that are bought.', checkoutItem),
  discounts: field(list('Direct discounts.', discount, []), column.json('mediumtext').nullable().kept(), {
    ifNull: [],
  }),
  promotion_codes: list('The codes that the customer has entered.', promotionCode, []).kept(),
  coupon_codes: list('The same codes in an older form, for existing clients.', couponCode, []).kept(),
  custom_fields: list('Your questions, with the answers.', customField, []),
  allow_promotion_codes: field(
    flag('Whether the page has a field for promotion codes.', false),
    column.flag().default(0),
    given,
  ),
  email_collection: field(
    flag('Whether the page asks for an email address.', true),
    column.flag().default(1),
    {
      ...given,
      says: 'Whether the page asks for an email address; without one no receipt is sent.',
    },
  ),
  phone_number_collection: field(
    flag('Whether the page asks for a phone number.', false),
    column.flag().default(0),
    given,
  ),
  delivery_address_collection: field(
    flag('Whether the page asks for a delivery address.', false),
    column.flag().default(0),
    given,
  ),
  phone_number: field(
    text('The phone number given on the page (E.164).'),
    column.varchar(32).nullable().erased(),
  ),
  delivery_address: field(nullable(deliveryAddress, { example: null }), column.json().nullable().erased()),
  locale: pageLocale,
  success_url: field(
    url('The customer is sent here after paying.', 'https://shop.example.org/thanks?checkout={CHECKOUT_ID}'),
    column.varchar(2048).nullable().kept(),
    {
      ...given,
      says: 'The address that the customer returns to after paying. `{CHECKOUT_ID}` in it is replaced.',
      as: ADDRESS_WITH_ID,
    },
  ),
  cancel_url: field(
    url('The customer is sent here after canceling.', 'https://shop.example.org/cart'),
    column.varchar(2048).nullable().kept(),
    {
      ...given,
      says: 'The address that the customer returns to without paying. `{CHECKOUT_ID}` in it is replaced.',
      as: ADDRESS_WITH_ID,
    },
  ),
  payment_method: field(
    text('The payment method; null for a total of 0.'),
    column.varchar(32).nullable().kept(),
  ),
  paid_at: field(time('When it was paid.'), column.time().nullable()),
  receipt_number: field(
    text("The receipt's number, such as R-000001."),
    column.varchar(32).nullable().kept(),
  ),
  receipt_id: nullable(
    id('The number in `receipt_number`. Receipts of a project and mode are numbered in order of payment.'),
  ),
  metadata,
  expires_at: field(
    time('When it expires: it can no longer be paid then.', '2026-04-05T06:07:08.000000Z'),
    column.time(),
  ),
  created_at: createdAt('2026-02-05T06:07:08.000000Z'),
  updated_at: updatedAt('2026-02-05T06:07:08.000000Z'),
}

/** A checkout as `GET /checkouts/:id` returns it and as events contain it. Times are ISO 8601 in UTC. */
export interface CheckoutObject extends Infer<typeof checkoutProperties> {}

export const checkout = shape<CheckoutObject>(
  'Checkout',
  'A page on which a customer pays for items, with its current state.',
  checkoutProperties,
)

export type CheckoutStatus = CheckoutObject['status']

export const newCheckout = shape('NewCheckout', 'A checkout that has just been created.', {
  id: id('The checkout.', checkout.example.id),
  url: url('Send the customer to this page.', checkout.example.url),
})
