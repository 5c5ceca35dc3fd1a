import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, list, nullable, object, shape } from '../../kit/shape.ts'
import {
  amount,
  choice,
  createdAt,
  flag,
  id,
  isTest,
  metadata,
  pageLocale,
  text,
  time,
  updatedAt,
  url,
  wholeNumber,
} from '../../kit/values.ts'
import { adjustableQuantity, questionProperties } from '../checkouts/object.ts'
import { ADDRESS_WITH_ID } from '../checkouts/web-addresses.ts'

const given = { create: true, change: true } as const
const MOST_SALES = 999_999_999

const customAmountProperties = {
  minimum: amount('The lowest amount that the customer can choose.', 1_000),
  maximum: nullable(amount('The highest amount that the customer can choose.', 1_000_000), { example: null }),
  suggested: nullable(amount('The amount that the page shows first.', 5_000)),
}

/** The bounds of an amount that customers choose. */
export interface CustomAmount extends Infer<typeof customAmountProperties> {}

const linkProduct = object(
  {
    name: text('The name that the customer sees.', 'Tea'),
    description: nullable(text('A description for customers.')),
    image_url: nullable(url('The address of a picture, as you sent it. The page shows our copy of it.')),
    client_reference_id: nullable(text('Your own reference of the product.')),
  },
  'The product. It is not registered.',
)

const linkPriceData = object(
  {
    unit_amount: nullable(amount('The price of one unit; null if the customer chooses it.', 25_000)),
    custom_unit_amount: nullable(
      object<CustomAmount>(customAmountProperties, 'The bounds of an amount that the customer chooses.'),
      { example: null },
    ),
    product_data: linkProduct,
  },
  'A price and product that are not registered; null for a registered price.',
)

const linkItemProperties = {
  price: nullable(text('The lookup key of a price. The link always sells the price that has it now.')),
  price_id: nullable(id('A registered price.')),
  price_data: nullable(linkPriceData),
  quantity: wholeNumber('The quantity; for a recurring price, the number of periods.', 1, {
    minimum: 1,
    maximum: 999_999,
  }),
  adjustable_quantity: nullable(adjustableQuantity, { example: null }),
}

/** An item as the link stores it: with every field, and with the bounds of the quantity. */
export interface PaymentLinkItem extends Infer<typeof linkItemProperties> {}

const linkItem = object<PaymentLinkItem>(linkItemProperties)

/** A question with its key and option values filled in. */
export interface Question extends Infer<typeof questionProperties> {}

export const LINK_STATUSES = ['active', 'inactive', 'ended', 'sold_out'] as const

export const paymentLinkProperties = {
  id: field(id('The payment link.', 5), column.primaryKey()),
  url: url('The permanent address, to print or to post.', 'https://pay.example.org/l/h4k7m2p9qx'),
  status: choice(
    'Whether it sells now; otherwise why not: you switched it off, its time is over, or all are sold.',
    LINK_STATUSES,
    'active',
  ),
  active: field(flag('Whether it is switched on.', true), column.flag().default(1), given),
  items: field(list('The items that it sells.', linkItem), column.json('mediumtext').kept()),
  custom_fields: field(
    list('Your questions on the payment page.', object<Question>(questionProperties), []),
    column.json('mediumtext').nullable().kept(),
    { ifNull: [] },
  ),
  allow_promotion_codes: field(
    flag('Whether the payment page has a field for promotion codes.', false),
    column.flag().default(0),
    given,
  ),
  email_collection: field(
    flag('Whether the payment page asks for an email address.', true),
    column.flag().default(1),
    { ...given, says: 'Whether the page asks for an email address; without one no receipt is sent.' },
  ),
  phone_number_collection: field(
    flag('Whether the payment page asks for a phone number.', false),
    column.flag().default(0),
    given,
  ),
  delivery_address_collection: field(
    flag('Whether the payment page asks for a delivery address.', false),
    column.flag().default(0),
    given,
  ),
  locale: field(pageLocale, column.word(8).default('auto'), given),
  success_url: field(
    nullable(
      url(
        'The customer is sent here after paying.',
        'https://shop.example.org/thanks?checkout={CHECKOUT_ID}',
      ),
      { example: null },
    ),
    column.varchar(2048).nullable().kept(),
    {
      ...given,
      says: 'The address that the customer is sent to after paying. `{CHECKOUT_ID}` in it is replaced. By default they stay on our page.',
      as: ADDRESS_WITH_ID,
    },
  ),
  thank_you_text: field(
    text('Plain text that the customer reads after paying.', 'Thank you! Collect your tea at our counter.'),
    column.text().nullable().kept(),
    { ...given, as: ['text', 1_000, { lineBreaks: true }] },
  ),
  max_sales: field(
    wholeNumber('How many checkouts can be paid.', 100, { minimum: 1 }),
    column.integer().nullable(),
    {
      ...given,
      as: ['wholeNumber', 1, MOST_SALES],
      says: 'The most checkouts that can be paid, whatever their quantities. Unlimited by default.',
    },
  ),
  times_sold: field(wholeNumber('How many checkouts were paid.', 0), column.integer().default(0)),
  times_reserved: field(
    wholeNumber('How many more are reserved by payments in progress.', 0),
    column.integer().default(0),
  ),
  ends_at: field(
    time('When it stops selling.', '2026-06-01T00:00:00.000000Z'),
    column.time().nullable(),
    given,
  ),
  metadata,
  is_test: isTest,
  created_at: createdAt('2026-02-01T00:00:00.000000Z'),
  updated_at: updatedAt('2026-02-01T00:00:00.000000Z'),
}

/** A payment link as `GET /payment-links/:id` returns it. */
export interface PaymentLinkObject extends Infer<typeof paymentLinkProperties> {}

export const paymentLink = shape<PaymentLinkObject>(
  'PaymentLink',
  'A permanent address that sells something: each customer gets their own checkout.',
  paymentLinkProperties,
)
