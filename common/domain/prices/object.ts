import { type Infer, nullable, shape } from '../../kit/shape.ts'
import {
  amount,
  choice,
  createdAt,
  flag,
  id,
  isTest,
  metadata,
  text,
  updatedAt,
  wholeNumber,
} from '../../kit/values.ts'
import { product } from '../products/object.ts'

const properties = {
  id: id('The price.', 34),
  product_id: id('The product that it belongs to.', product.example.id),
  product,
  type: choice('Whether it is paid once or for each period.', ['one_time', 'recurring'], 'recurring'),
  unit_amount: amount('The price of one unit, in the smallest unit of the currency.', 25_000),
  recurring_interval: nullable(choice('The unit of a billing period.', ['month', 'year'], 'month')),
  recurring_interval_count: nullable(
    wholeNumber('How many units make one period.', 1, { minimum: 1, maximum: 12 }),
  ),
  name: nullable(
    text("Distinguishes it from the product's other prices; shown next to the product's name.", 'Monthly', {
      maxLength: 100,
    }),
    { example: null },
  ),
  portal: flag('Whether the portal offers it. If false, only existing subscribers can renew it there.', true),
  lookup_key: nullable(
    text('Your own name for it, unique in the project.', 'gold_monthly', { maxLength: 100 }),
  ),
  active: flag('Whether it can be sold.', true),
  is_test: isTest,
  metadata,
  created_at: createdAt('2026-01-05T02:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T02:00:00.000000Z'),
}

/** A price as `GET /prices/:id` returns it. */
export interface PriceObject extends Infer<typeof properties> {}

export const price = shape<PriceObject>(
  'Price',
  'The price of a product, paid once or for every month or year. Its amount never changes: create a new price instead.',
  properties,
)
