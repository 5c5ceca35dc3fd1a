import { buyer } from '../customers/rules/buyer.ts'
import { either, type Infer, Kind, list, nullable, object, shape } from '../kit/shape.ts'
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
} from '../kit/values.ts'
import { price } from '../prices/object.ts'
import { product } from '../products/object.ts'

const inlineProduct = object({
  id: nothing,
  project_id: projectId,
  name: text('What the customer sees.', 'Tea'),
  description: nullable(text('More about it, for customers.')),
  image_url: nullable(url('A picture of it, as you gave it; we show a copy of our own.')),
  client_reference_id: nullable(text('Your own reference of it.')),
})

const inlinePrice = object({
  id: nothing,
  unit_amount: amount('What one costs.', 25_000),
  product: inlineProduct,
})

const COUNT = { minimum: 1, maximum: 999_999 }

const adjustableQuantity = object(
  {
    enabled: flag('Always true.', true),
    min: wholeNumber('The least the customer can choose.', 1, COUNT),
    max: wholeNumber('The most the customer can choose.', 10, COUNT),
  },
  'Between what the customer can choose; null where the quantity is fixed.',
)

const checkoutItemProperties = {
  id: id('The item.', 78),
  checkout_id: id('The checkout that it is on.', 1001),
  price_id: nullable(id('The registered price; null for `price_data`.')),
  name: text('What it was called when it was put on the checkout.', 'Tea'),
  price_name: nullable(text('What its price was called then.')),
  description: nullable(text('How it was described then.')),
  quantity: wholeNumber('How many; for a recurring price, how many periods.', 1, COUNT),
  unit_amount: amount('What one costs.', 25_000),
  amount_unit: amount('The same.', 25_000),
  amount_subtotal: amount('The quantity times the unit amount.', 25_000),
  amount_total: amount('The same, less what codes take off this product.', 25_000),
  adjustable_quantity: nullable(adjustableQuantity, { example: null }),
  price: either('The price, with its product.', [price, inlinePrice], inlinePrice.example),
  product: either('The same product.', [product, inlineProduct], inlineProduct.example),
  created_at: createdAt('2026-02-05T06:07:08.000000Z'),
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
      'What can be chosen.',
      object({ label: text('As the customer sees it.', 'Large'), value: text('As you get it.', 'large') }),
    ),
  },
  'The choices of a dropdown.',
)

const customFieldProperties = {
  key: text('What you know the answer by.', 'size', { pattern: '^[a-z0-9_]{1,50}$' }),
  label: text('What the customer is asked.', 'Size'),
  type: choice('The kind of answer.', ['text', 'numeric', 'dropdown'], 'dropdown'),
  optional: flag('Whether it may be left blank.', false),
  dropdown: nullable(dropdown),
  value: nullable(text('The answer; for a dropdown the value of the chosen option.')),
}

/** A question with every key and value worked out, and the answer once there is one. */
export interface CustomFieldObject extends Infer<typeof customFieldProperties> {}

const customField = object<CustomFieldObject>(customFieldProperties)

const line = (description: string) => text(description, '', { maxLength: 255 }).schema

const deliveryAddress = new Kind<Record<string, string>, Record<string, string>>(
  {
    type: 'object',
    properties: {
      line1: line('Street and house.'),
      line2: line('Flat, floor, entrance.'),
      city: line('The city.'),
      district: line('The district or province.'),
      postal_code: line('The postal code.'),
      country: text('The country in two letters (ISO 3166).', 'MN', { pattern: '^[A-Z]{2}$' }).schema,
      note: line('A word for whoever delivers.'),
    },
    required: ['line1', 'city', 'country'],
    additionalProperties: false,
    description: 'Where to deliver, as given on the page.',
  },
  { line1: 'Peace Avenue 1', city: 'Ulaanbaatar', country: 'MN' },
)

const discountProperties = {
  amount: amount('What it takes off.', 5_000),
  description: text('What the customer sees.', 'For a good customer'),
}

export interface DiscountObject extends Infer<typeof discountProperties> {}

const discount = object<DiscountObject>(discountProperties)

const promotionCode = object({
  code: text('The code, in capitals.', 'SPRING10'),
  amount: amount('What it takes off this checkout.', 2_500),
})

const couponCode = object({
  code: text('The code, in capitals.', 'SPRING10'),
  coupon_name: text('The same.', 'SPRING10'),
  discount_amount: amount('What it takes off this checkout.', 2_500),
  redeemed_at: nullable(time('When the checkout was paid.')),
})

export const CHECKOUT_STATUSES = ['open', 'pending', 'complete', 'expired'] as const

const checkoutProperties = {
  id: id('The checkout.', 1001),
  url: url(
    'The payment page, for the customer.',
    'https://pay.example.org/checkout/1001/n8V2xkQmT0y3wZ4aR5bC6d',
  ),
  project_id: projectId,
  status: choice(
    'Where it stands; `pending` while a reported transfer is checked.',
    CHECKOUT_STATUSES,
    'open',
  ),
  mode: choice('`subscription` where a recurring price is paid.', ['payment', 'subscription'], 'payment'),
  is_test: isTest,
  currency: text('The currency of every amount (ISO 4217).', 'MNT', { pattern: '^[A-Z]{3}$' }),
  amount_subtotal: amount('The sum of the items, before anything is taken off.', 25_000),
  amount_total: amount('What is to be paid now.', 25_000),
  credit_amount: amount('How much of it unused time of a plan pays for.', 0),
  client_reference_id: nullable(text('Your own order reference.', 'order-1001', { maxLength: 48 })),
  customer_id: nullable(id('The customer.')),
  customer: nullable(buyer, { example: null }),
  customer_email: nullable(text("This checkout's address; a guest's is the one typed on the page.")),
  is_guest: flag('True when no customer is attached.', true),
  subscription_id: nullable(id('The subscription that it renews, changes or has started.')),
  items: list('What is bought.', checkoutItem),
  discounts: list('Direct discounts.', discount, []),
  promotion_codes: list('The codes that the customer has entered.', promotionCode, []),
  coupon_codes: list('The same codes in another form, for clients written for it.', couponCode, []),
  custom_fields: list('Your questions, with the answers.', customField, []),
  allow_promotion_codes: flag('Whether the page has a field for codes.', false),
  email_collection: flag('Whether the page asks for an email address.', true),
  phone_number_collection: flag('Whether the page asks for a phone number.', false),
  delivery_address_collection: flag('Whether the page asks for a delivery address.', false),
  phone_number: nullable(text('The phone number given on the page (E.164).')),
  delivery_address: nullable(deliveryAddress, { example: null }),
  locale: pageLocale,
  success_url: nullable(
    url('Where the customer goes after paying.', 'https://shop.example.org/thanks?checkout={CHECKOUT_ID}'),
  ),
  cancel_url: nullable(url('Where the customer goes after giving up.', 'https://shop.example.org/cart')),
  payment_method: nullable(text('How it was paid; null for a total of 0.')),
  paid_at: nullable(time('When it was paid.')),
  receipt_number: nullable(text("The receipt's number, such as R-000001.")),
  receipt_id: nullable(id('The count in it: receipts of a project and mode are numbered as they are paid.')),
  metadata,
  expires_at: time('From when on it can no longer be paid.', '2026-04-05T06:07:08.000000Z'),
  created_at: createdAt('2026-02-05T06:07:08.000000Z'),
  updated_at: updatedAt('2026-02-05T06:07:08.000000Z'),
}

/** A checkout as `GET /checkouts/:id` answers it and as events carry it. Times are ISO 8601 in UTC. */
export interface CheckoutObject extends Infer<typeof checkoutProperties> {}

export const checkout = shape<CheckoutObject>(
  'Checkout',
  'A page on which a customer pays for items, and what has become of it.',
  checkoutProperties,
)

export type CheckoutStatus = CheckoutObject['status']

export const newCheckout = shape('NewCheckout', 'A checkout that has just been created.', {
  id: id('The checkout.', checkout.example.id),
  url: url('Send the customer to this page.', checkout.example.url),
})
