import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, list, nullable, shape } from '../../kit/shape.ts'
import {
  amount,
  choice,
  createdAt,
  flag,
  id,
  isTest,
  text,
  time,
  updatedAt,
  wholeNumber,
} from '../../kit/values.ts'

const given = { create: true, change: true } as const
const MOST = 999_999_999

export const promotionCodeProperties = {
  id: field(id('The promotion code.', 8), column.primaryKey()),
  code: field(
    text('The code that customers type; stored in capitals.', 'SPRING10', { pattern: '^[A-Z0-9_-]{3,50}$' }),
    column.varchar(50).binary().kept(),
    {
      create: true,
      as: ['pattern', /^[A-Za-z0-9_-]{3,50}$/, '3 to 50 characters of A-Z, 0-9, - and _'],
    },
  ),
  type: field(
    choice(
      'The discounted amount: the order total, or certain products.',
      ['order_total', 'product'],
      'order_total',
    ),
    column.word(16),
    {
      create: true,
      says: 'The part of the order that it applies to: the whole order, or the listed products.',
    },
  ),
  percent_off: field(
    wholeNumber('The discount in percent.', 10, { minimum: 1, maximum: 100 }),
    column.integer().nullable(),
    { create: true },
  ),
  amount_off: field(
    nullable(wholeNumber('The discount as an amount.', 5_000, { minimum: 1 }), { example: null }),
    column.money().nullable(),
    { create: true, as: ['amount', 1] },
  ),
  product_ids: field(
    list('The discounted products; empty for the whole order.', id('A product.'), []),
    column.json().nullable().kept(),
    { ifNull: [] },
  ),
  minimum_amount: field(amount('The lowest subtotal that it applies to.'), column.money().nullable(), given),
  starts_at: field(time('When it starts to work.'), column.time().nullable(), given),
  expires_at: field(
    time('When it stops working.', '2026-06-01T00:00:00.000000Z'),
    column.time().nullable(),
    given,
  ),
  max_redemptions: field(
    wholeNumber('How often it can be used.', 100, { minimum: 1 }),
    column.integer().nullable(),
    {
      ...given,
      as: ['wholeNumber', 1, MOST],
      says: 'The most times that it can be used. Unlimited by default.',
    },
  ),
  max_redemptions_per_customer: field(
    wholeNumber('How often one customer can use it.', 1, { minimum: 1 }),
    column.integer().nullable(),
    { ...given, as: ['wholeNumber', 1, MOST] },
  ),
  combinable: field(
    flag('Whether it can be combined with other codes.', false),
    column.flag().default(0),
    given,
  ),
  active: field(flag('Whether it works.', true), column.flag().default(1), given),
  times_redeemed: field(
    wholeNumber('How often successful payments have used it.', 0),
    column.integer().default(0),
  ),
  is_test: isTest,
  created_at: createdAt('2026-02-01T00:00:00.000000Z'),
  updated_at: updatedAt('2026-02-01T00:00:00.000000Z'),
}

/** A promotion code as `GET /promotion-codes/:id` returns it. */
export interface PromotionCodeObject extends Infer<typeof promotionCodeProperties> {}

export const promotionCode = shape<PromotionCodeObject>(
  'PromotionCode',
  'A code for a discount, which customers type on the page.',
  promotionCodeProperties,
)
