import type { CustomerObject } from '../../../common/customers/present.ts'
import { Shape } from '../shape.ts'
import { createdAt, id, isTest, list, metadata, nullable, projectId, text, updatedAt } from '../values.ts'
import { subscription } from './subscription.ts'

export const customer = new Shape<CustomerObject>({
  name: 'Customer',
  description: 'Somebody who buys from you, with the subscriptions that give access now.',
  properties: {
    id: id('The customer.'),
    project_id: projectId,
    name: nullable(text('Their name.')),
    email: nullable(text('Where their letters go.')),
    phone: nullable(text('In the form +97699112233 (E.164).')),
    client_reference_id: nullable(text('Your own id of this customer, unique in the project.')),
    metadata,
    is_test: isTest,
    test_clock_id: nullable(id('The test clock that this customer lives on; null in real time.')),
    subscriptions: list('Those that give access now: trialing, active and past_due.', subscription),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  example: {
    id: 56,
    project_id: 1,
    name: 'Saraa',
    email: 'saraa@example.com',
    phone: '+97699112233',
    client_reference_id: 'user-7',
    metadata: {},
    is_test: true,
    test_clock_id: null,
    subscriptions: [subscription.example],
    created_at: '2026-01-05T02:10:00.000000Z',
    updated_at: '2026-01-05T02:10:00.000000Z',
  },
})
