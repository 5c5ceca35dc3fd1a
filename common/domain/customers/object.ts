import * as column from '../../kit/column.ts'
import { type Changed, type Created, field } from '../../kit/field.ts'
import { type Infer, list, shape } from '../../kit/shape.ts'
import { createdAt, erasedMetadata, id, isTest, projectId, time } from '../../kit/values.ts'
import { subscription } from '../subscriptions/object.ts'
import { buyer, contactFields } from './buyer.ts'

export const customerProperties = {
  id: field(id('The customer.', buyer.example.id), column.primaryKey()),
  project_id: projectId,
  ...contactFields,
  metadata: erasedMetadata,
  is_test: isTest,
  test_clock_id: field(
    id('The test clock that this customer lives on; null in real time.'),
    column.reference().nullable(),
    {
      create: true,
      says: 'In test mode: the test clock for this customer and all their objects. It cannot be changed later.',
    },
  ),
  subscriptions: list('The subscriptions that give access now: trialing, active and past_due.', subscription),
  created_at: createdAt('2026-01-05T02:10:00.000000Z'),
  updated_at: field(
    time('When it was last changed.', '2026-01-05T02:10:00.000000Z'),
    column.time().rewritten(),
  ),
}

/** A customer as `GET /customers/:id` returns it. */
export interface CustomerObject extends Infer<typeof customerProperties> {}

/** A valid body of `POST /customers`. */
export interface CustomerInput extends Created<typeof customerProperties> {}

/** A valid body of `PATCH /customers/:id`; null clears. */
export interface CustomerChanges extends Changed<typeof customerProperties> {}

export const customer = shape<CustomerObject>(
  'Customer',
  'A person who buys from you, with the subscriptions that give access now.',
  customerProperties,
)
