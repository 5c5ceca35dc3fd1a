import { type Infer, nullable, shape } from '../../kit/shape.ts'
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
} from '../../kit/values.ts'

const properties = {
  id: id('The product.', 12),
  project_id: projectId,
  name: text('The name that customers see.', 'Gold plan'),
  description: nullable(text('A description for customers.')),
  image_url: nullable(url('The URL of its picture, as you sent it. Pages show our own copy.')),
  client_reference_id: nullable(text('Your own reference.', 'gold')),
  grace_period_days: wholeNumber('Days of access after a period ends unpaid.', 3, { maximum: 90 }),
  active: flag('Whether it can be sold.', true),
  is_test: isTest,
  metadata,
  created_at: createdAt('2026-01-05T02:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T02:00:00.000000Z'),
}

/** A product as `GET /products/:id` returns it. */
export interface ProductObject extends Infer<typeof properties> {}

export const product = shape<ProductObject>(
  'Product',
  'Something that you sell. Its prices set how much it costs.',
  properties,
)
