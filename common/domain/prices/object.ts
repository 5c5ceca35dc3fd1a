import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
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

const given = { create: true, change: true } as const

export const priceProperties = {
  id: field(id('The price.', 34), column.primaryKey()),
  product_id: field(id('The product that it belongs to.', product.example.id), column.reference()),
  product,
  type: field(
    choice('Whether it is paid once or for each period.', ['one_time', 'recurring'], 'recurring'),
    column.word(16),
  ),
  unit_amount: field(
    amount('The price of one unit, in the smallest unit of the currency.', 25_000),
    column.money(),
    { create: true },
  ),
  recurring_interval: field(
    choice('The unit of a billing period.', ['month', 'year'], 'month'),
    column.word(8).nullable(),
    { create: true, says: 'The unit of a billing period. Without it the price is paid once.' },
  ),
  recurring_interval_count: field(
    wholeNumber('How many units make one period.', 1, { minimum: 1, maximum: 12 }),
    column.integer().nullable(),
    { create: true, says: 'The number of units in a period: up to 12 months, or 3 years.' },
  ),
  name: field(
    nullable(
      text("Distinguishes it from the product's other prices; shown next to the product's name.", 'Monthly', {
        maxLength: 100,
      }),
      { example: null },
    ),
    column.varchar(100).nullable().kept(),
    given,
  ),
  portal: field(
    flag('Whether the portal offers it. If false, only existing subscribers can renew it there.', true),
    column.flag().default(1),
    given,
  ),
  lookup_key: field(
    text('Your own name for it, unique in the project.', 'gold_monthly', { maxLength: 100 }),
    column.varchar(100).binary().nullable().kept(),
    {
      ...given,
      as: ['pattern', /^[A-Za-z0-9._:-]{1,100}$/, '1 to 100 characters of A-Z, a-z, 0-9 and . _ - :'],
    },
  ),
  active: field(flag('Whether it can be sold.', true), column.flag().default(1), given),
  is_test: isTest,
  metadata,
  created_at: createdAt('2026-01-05T02:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T02:00:00.000000Z'),
}

/** A price as `GET /prices/:id` returns it. */
export interface PriceObject extends Infer<typeof priceProperties> {}

export const price = shape<PriceObject>(
  'Price',
  'The price of a product, paid once or for every month or year. Its amount never changes: create a new price instead.',
  priceProperties,
)
