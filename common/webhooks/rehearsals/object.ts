import { eventTypes } from '../../events/rules/types.ts'
import { type Infer, list, nullable, object, shape } from '../../kit/shape.ts'
import { choice, createdAt, flag, id, projectId, text, time, wholeNumber } from '../../kit/values.ts'

const attempt = object({
  attempted_at: time('When it was made.', '2026-02-05T06:12:00.000000Z'),
  status_code: nullable(
    wholeNumber('What the endpoint answered; null where no answer came.', 200, {
      minimum: 100,
      maximum: 999,
    }),
  ),
  duration_ms: wholeNumber('How long it took, in milliseconds.', 87),
  error: nullable(text('Why no answer came.')),
  duplicate: flag('Whether the event had arrived before.', false),
})

const deliveryProperties = {
  delivery_id: id('The delivery.', 801),
  event_id: id('The event.', 601),
  event_type: choice("The event's type.", eventTypes, 'checkout.completed'),
  object: choice('What it has happened to.', ['checkout', 'subscription'], 'checkout'),
  object_id: id('Which: an id of 900000000000000 or more, which nothing real has.', 900_000_000_000_041),
  sequence: wholeNumber("The event's place in the life of its object.", 1, { minimum: 1 }),
  order_sent: nullable(wholeNumber('As which it was first sent; null until then.', 1, { minimum: 1 })),
  out_of_order: flag('Whether a later event of the same object had been sent before it.', false),
  status: choice('Where the delivery stands.', ['pending', 'succeeded', 'failed', 'canceled'], 'succeeded'),
  attempts: list('How each attempt was answered, oldest first.', attempt, [
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

/** One event of a rehearsal and what became of it. */
export interface RehearsedDelivery extends Infer<typeof deliveryProperties> {}

const delivery = object<RehearsedDelivery>(deliveryProperties)

const rehearsalProperties = {
  id: id('The rehearsal.', 4),
  project_id: projectId,
  endpoint_id: id('The endpoint that it is played against.', 3),
  is_test: flag('Always true.', true),
  duplicates: flag('Whether each delivery comes once more after it has arrived.', true),
  reorder: flag('Whether deliveries are sent out of order.', false),
  status: choice('`running` until nothing more is to be sent.', ['running', 'finished'], 'finished'),
  deliveries: list('What is sent, in the order in which it happens.', delivery),
  verdicts: list(
    'What you should know of your receiver, a sentence each.',
    text(
      'A sentence.',
      'Answered the duplicate of checkout.completed with 500. Answer 2xx to what was handled before, or it is sent again and again.',
    ),
  ),
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
}

/** A rehearsal as `GET /webhook-endpoints/:id/rehearsals/:id` answers it. Times are ISO 8601 in UTC. */
export interface RehearsalObject extends Infer<typeof rehearsalProperties> {}

export const rehearsal = shape<RehearsalObject>(
  'WebhookRehearsal',
  "A subscription's whole life, played against an endpoint in test mode.",
  rehearsalProperties,
)
