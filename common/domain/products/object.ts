import * as column from '../../kit/column.ts'
import { type Changed, type Created, field } from '../../kit/field.ts'
import { type Infer, shape } from '../../kit/shape.ts'
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
import { OUR_COPY } from '../images/picture.ts'

const given = { create: true, change: true } as const

export const productProperties = {
  id: field(id('The product.', 12), column.primaryKey()),
  project_id: projectId,
  name: field(text('The name that customers see.', 'Gold plan'), column.varchar(255).kept(), given),
  description: field(text('A description for customers.'), column.text().nullable().kept(), {
    ...given,
    as: ['text', 5_000, { lineBreaks: true }],
  }),
  image_url: field(
    url(
      'The URL of its picture, as you sent it, or of this service after an upload. Pages show our own copy.',
    ),
    column.varchar(2048).nullable().kept(),
    { ...given, says: `A picture of it. ${OUR_COPY}` },
  ),
  client_reference_id: field(
    text('Your own reference.', 'gold'),
    column.varchar(191).binary().nullable().kept(),
    given,
  ),
  grace_period_days: field(
    wholeNumber('Days of access after a period ends unpaid.', 3, { maximum: 90 }),
    column.integer().default(0),
    given,
  ),
  active: field(flag('Whether it can be sold.', true), column.flag().default(1), given),
  is_test: isTest,
  metadata,
  created_at: createdAt('2026-01-05T02:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T02:00:00.000000Z'),
}

/** A product as `GET /products/:id` returns it. */
export interface ProductObject extends Infer<typeof productProperties> {}

/** A valid body of `POST /products`, and the `product_data` of a price. */
export interface ProductInput extends Created<typeof productProperties> {}

/** A valid body of `PATCH /products/:id`; null clears. */
export interface ProductChanges extends Changed<typeof productProperties> {}

export const product = shape<ProductObject>(
  'Product',
  'Something that you sell. Its prices set how much it costs.',
  productProperties,
)
