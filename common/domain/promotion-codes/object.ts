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

const properties = {
  id: id('The promotion code.', 8),
  code: text('The code that customers type; stored in capitals.', 'SPRING10', {
    pattern: '^[A-Z0-9_-]{3,50}$',
  }),
  type: choice(
    'The discounted amount: the order total, or certain products.',
    ['order_total', 'product'],
    'order_total',
  ),
  percent_off: nullable(wholeNumber('The discount in percent.', 10, { minimum: 1, maximum: 100 })),
  amount_off: nullable(wholeNumber('The discount as an amount.', 5_000, { minimum: 1 }), { example: null }),
  product_ids: list('The discounted products; empty for the whole order.', id('A product.'), []),
  minimum_amount: nullable(amount('The lowest subtotal that it applies to.')),
  starts_at: nullable(time('When it starts to work.')),
  expires_at: nullable(time('When it stops working.', '2026-06-01T00:00:00.000000Z')),
  max_redemptions: nullable(wholeNumber('How often it can be used.', 100, { minimum: 1 })),
  max_redemptions_per_customer: nullable(
    wholeNumber('How often one customer can use it.', 1, { minimum: 1 }),
  ),
  combinable: flag('Whether it can be combined with other codes.', false),
  active: flag('Whether it works.', true),
  times_redeemed: wholeNumber('How often successful payments have used it.', 0),
  is_test: isTest,
  created_at: createdAt('2026-02-01T00:00:00.000000Z'),
  updated_at: updatedAt('2026-02-01T00:00:00.000000Z'),
}

/** A promotion code as `GET /promotion-codes/:id` returns it. */
export interface PromotionCodeObject extends Infer<typeof properties> {}

export const promotionCode = shape<PromotionCodeObject>(
  'PromotionCode',
  'A code for a discount, which customers type on the page.',
  properties,
)
