import * as column from '../../../kit/column.ts'
import { field } from '../../../kit/field.ts'
import { type Infer, list, nullable, object, shape } from '../../../kit/shape.ts'
import { choice, createdAt, flag, id, projectId, text, time, wholeNumber } from '../../../kit/values.ts'
import { eventTypes } from '../../events/types.ts'

const attempt = object({
  attempted_at: time('When it was made.', '2026-02-05T06:12:00.000000Z'),
  status_code: nullable(
    wholeNumber("The endpoint's response status; null if it did not respond.", 200, {
      minimum: 100,
      maximum: 999,
    }),
  ),
  duration_ms: wholeNumber('Duration in milliseconds.', 87),
  error: nullable(text('Why there was no response.')),
  duplicate: flag('Whether the endpoint had already received the event.', false),
})

const deliveryProperties = {
  delivery_id: id('The delivery.', 801),
  event_id: id('The event.', 601),
  event_type: choice("The event's type.", eventTypes, 'checkout.completed'),
  object: choice('The type of its object.', ['checkout', 'subscription'], 'checkout'),
  object_id: id(
    'The id of its object: 900000000000000 or more, which no real object has.',
    900_000_000_000_041,
  ),
  sequence: wholeNumber("The event's number in the life of its object.", 1, { minimum: 1 }),
  order_sent: nullable(
    wholeNumber('Its position in the order of first attempts; null until it is sent.', 1, { minimum: 1 }),
  ),
  out_of_order: flag('Whether a later event of the same object had been sent before it.', false),
  status: choice('The state of the delivery.', ['pending', 'succeeded', 'failed', 'canceled'], 'succeeded'),
  attempts: list('The result of each attempt, oldest first.', attempt, [
    attempt.example,
    {
      attempted_at: '2026-02-05T06:12:00.200000Z',
      status_code: 500,
      duration_ms: 12,
      error: null,
      duplicate: true,
    },
  ]),
}

/** One event of a rehearsal and the result of its delivery. */
export interface RehearsedDelivery extends Infer<typeof deliveryProperties> {}

const delivery = object<RehearsedDelivery>(deliveryProperties)

export const rehearsalProperties = {
  id: field(id('The rehearsal.', 4), column.primaryKey()),
  project_id: projectId,
  endpoint_id: field(id('The endpoint that receives it.', 3), column.reference()),
  is_test: field(flag('Always true.', true), column.flag()),
  duplicates: field(flag('Whether each delivery is sent again after it has succeeded.', true), column.flag()),
  reorder: field(flag('Whether deliveries are sent out of order.', false), column.flag()),
  status: choice('`running` until all deliveries are finished.', ['running', 'finished'], 'finished'),
  deliveries: list('The deliveries, in the order of their events.', delivery),
  verdicts: list(
    'Findings about your receiver, one sentence each.',
    text(
      'A sentence.',
      'Responded 500 to the duplicate of checkout.completed. Respond 2xx to events that you have handled before, or they are sent again.',
    ),
  ),
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
}

/** A rehearsal as `GET /webhook-endpoints/:id/rehearsals/:id` returns it. Times are ISO 8601 in UTC. */
export interface RehearsalObject extends Infer<typeof rehearsalProperties> {}

export const rehearsal = shape<RehearsalObject>(
  'WebhookRehearsal',
  "The events of a subscription's whole life, sent to an endpoint in test mode.",
  rehearsalProperties,
)

/** A valid body of `POST /webhook-endpoints/:id/rehearse`. */
export interface RehearsalInput {
  duplicates?: boolean
  reorder?: boolean
}
