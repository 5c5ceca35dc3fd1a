import { type Infer, nullable, shape } from '../kit/shape.ts'
import {
  createdAt,
  flag,
  id,
  isTest,
  metadata,
  projectId,
  text,
  updatedAt,
  url,
  wholeNumber,
} from '../kit/values.ts'

const properties = {
  id: id('The product.', 12),
  project_id: projectId,
  name: text('What customers see.', 'Gold plan'),
  description: nullable(text('More about it, for customers.')),
  image_url: nullable(url('A picture of it, as you gave it; we show a copy of our own.')),
  client_reference_id: nullable(text('Your own reference.', 'gold')),
  grace_period_days: wholeNumber('Days of access after an unpaid period.', 3, { maximum: 90 }),
  active: flag('Whether it can be sold.', true),
  is_test: isTest,
  metadata,
  created_at: createdAt('2026-01-05T02:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T02:00:00.000000Z'),
}

/** A product as `GET /products/:id` answers it. */
export interface ProductObject extends Infer<typeof properties> {}

export const product = shape<ProductObject>(
  'Product',
  'Something that you sell. Its prices say for how much.',
  properties,
)
