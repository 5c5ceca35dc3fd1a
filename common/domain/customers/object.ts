import { type Infer, list, nullable, shape } from '../../kit/shape.ts'
import { createdAt, id, isTest, metadata, projectId, text, updatedAt } from '../../kit/values.ts'
import { subscription } from '../subscriptions/object.ts'
import { buyer } from './buyer.ts'

const properties = {
  id: id('The customer.', buyer.example.id),
  project_id: projectId,
  name: nullable(text("The customer's name.", 'Saraa')),
  email: nullable(text("The customer's email address.", 'saraa@example.com')),
  phone: nullable(text('In the form +97699112233 (E.164).', '+97699112233')),
  client_reference_id: nullable(text('Your own id of this customer, unique in the project.', 'user-7')),
  metadata,
  is_test: isTest,
  test_clock_id: nullable(id('The test clock that this customer lives on; null in real time.')),
  subscriptions: list('The subscriptions that give access now: trialing, active and past_due.', subscription),
  created_at: createdAt('2026-01-05T02:10:00.000000Z'),
  updated_at: updatedAt('2026-01-05T02:10:00.000000Z'),
}

/** A customer as `GET /customers/:id` returns it. */
export interface CustomerObject extends Infer<typeof properties> {}

export const customer = shape<CustomerObject>(
  'Customer',
  'A person who buys from you, with the subscriptions that give access now.',
  properties,
)
