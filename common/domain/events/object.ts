import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { either, type Infer, Kind, object, optional, shape } from '../../kit/shape.ts'
import {
  choice,
  createdAt,
  id,
  isTest,
  nothing,
  projectId,
  text,
  time,
  wholeNumber,
} from '../../kit/values.ts'
import { simulated } from '../../methods/all.ts'
import { checkout } from '../checkouts/object.ts'
import { subscription } from '../subscriptions/object.ts'
import { eventObjects, events, eventTypes, testMessage } from './types.ts'

const completed = checkout.like({
  status: 'complete',
  customer_email: 'saraa@example.com',
  payment_method: simulated.name,
  paid_at: '2026-02-05T06:12:00.000000Z',
  receipt_number: 'R-001001',
  receipt_id: 1001,
  updated_at: '2026-02-05T06:12:00.000000Z',
})

const previousAttributes = new Kind<Record<string, unknown>>(
  {
    type: 'object',
    properties: subscription.schema.properties,
    additionalProperties: false,
    description:
      'For `subscription.updated` and `subscription.renewed`: the fields that changed, with their former values. Merge them into the object to get its former state.',
  },
  undefined,
)

export const eventProperties = {
  id: field(id('The event.', 501), column.primaryKey()),
  webhook_id: text('The id of the event in the header `webhook-id` of its deliveries.', 'evt_501', {
    pattern: '^evt_[1-9][0-9]*$',
  }),
  project_id: projectId,
  type: field(choice('The type of the event.', eventTypes, 'checkout.completed'), column.word(48).ascii()),
  object: field(choice('The kind of object.', eventObjects, 'checkout'), column.word(16).ascii()),
  is_test: isTest,
  sequence: field(
    wholeNumber('Rises by one per object, so that you can detect events that arrive out of order.', 1, {
      minimum: 1,
    }),
    column.integer(),
  ),
  data: object(
    {
      object: either(
        'The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted.',
        [...new Set(eventTypes.map((type) => events[type].carries)), testMessage, nothing],
        completed,
      ),
      previous_attributes: optional(previousAttributes),
    },
    'The object and its changes.',
  ),
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
  updated_at: time('The same as `created_at`: an event never changes.', '2026-02-05T06:12:00.000000Z'),
}

/** An event as `GET /events/:id` returns it and as it is delivered. */
export interface EventObject extends Infer<typeof eventProperties> {}

export const event = shape<EventObject>(
  'Event',
  'A change of an object, with the object as it was at that moment.',
  eventProperties,
)
