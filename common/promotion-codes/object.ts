import { type Infer, list, nullable, shape } from '../kit/shape.ts'
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
} from '../kit/values.ts'

const properties = {
  id: id('The promotion code.', 8),
  code: text('What customers type; kept in capitals.', 'SPRING10', { pattern: '^[A-Z0-9_-]{3,50}$' }),
  type: choice(
    'What it takes something off: the whole order, or its products.',
    ['order_total', 'product'],
    'order_total',
  ),
  percent_off: nullable(wholeNumber('How many percent it takes off.', 10, { minimum: 1, maximum: 100 })),
  amount_off: nullable(wholeNumber('How much it takes off.', 5_000, { minimum: 1 }), { example: null }),
  product_ids: list('The products; empty for the whole order.', id('A product.'), []),
  minimum_amount: nullable(amount('The least subtotal that it is for.')),
  starts_at: nullable(time('From when on it works.')),
  expires_at: nullable(time('From when on it no longer works.', '2026-06-01T00:00:00.000000Z')),
  max_redemptions: nullable(wholeNumber('How often it can be used.', 100, { minimum: 1 })),
  max_redemptions_per_customer: nullable(
    wholeNumber('How often one customer can use it.', 1, { minimum: 1 }),
  ),
  combinable: flag('Whether it can stand beside other codes.', false),
  active: flag('Whether it works.', true),
  times_redeemed: wholeNumber('How often it was used by payments that have succeeded.', 0),
  is_test: isTest,
  created_at: createdAt('2026-02-01T00:00:00.000000Z'),
  updated_at: updatedAt('2026-02-01T00:00:00.000000Z'),
}

/** A promotion code as `GET /promotion-codes/:id` answers it. */
export interface PromotionCodeObject extends Infer<typeof properties> {}

export const promotionCode = shape<PromotionCodeObject>(
  'PromotionCode',
  'A code that takes something off, typed by customers on the page.',
  properties,
)
