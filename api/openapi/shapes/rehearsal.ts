import { eventTypes } from '../../../common/events/rules/types.ts'
import type { RehearsalObject } from '../../../common/webhooks/find-rehearsal.ts'
import { exactly, Shape } from '../shape.ts'
import { choice, createdAt, flag, id, list, nullable, projectId, text, time, wholeNumber } from '../values.ts'

const attempt = exactly({
  attempted_at: time('When it was made.'),
  status_code: nullable(wholeNumber('What the endpoint answered; null where no answer came.', 100, 999)),
  duration_ms: wholeNumber('How long it took, in milliseconds.'),
  error: nullable(text('Why no answer came.')),
  duplicate: flag('Whether the event had arrived before.'),
})

const delivery = exactly({
  delivery_id: id('The delivery.'),
  event_id: id('The event.'),
  event_type: choice("The event's type.", eventTypes),
  object: choice('What it has happened to.', ['checkout', 'subscription']),
  object_id: id('Which: an id of 900000000000000 or more, which nothing real has.'),
  sequence: wholeNumber("The event's place in the life of its object.", 1),
  order_sent: nullable(wholeNumber('As which it was first sent; null until then.', 1)),
  out_of_order: flag('Whether a later event of the same object had been sent before it.'),
  status: choice('Where the delivery stands.', ['pending', 'succeeded', 'failed', 'canceled']),
  attempts: list('How each attempt was answered, oldest first.', attempt),
})

export const rehearsal = new Shape<RehearsalObject>({
  name: 'WebhookRehearsal',
  description: "A subscription's whole life, played against an endpoint in test mode.",
  properties: {
    id: id('The rehearsal.'),
    project_id: projectId,
    endpoint_id: id('The endpoint that it is played against.'),
    is_test: flag('Always true.'),
    duplicates: flag('Whether each delivery comes once more after it has arrived.'),
    reorder: flag('Whether deliveries are sent out of order.'),
    status: choice('`running` until nothing more is to be sent.', ['running', 'finished']),
    deliveries: list('What is sent, in the order in which it happens.', delivery),
    verdicts: list('What you should know of your receiver, a sentence each.', text('A sentence.')),
    created_at: createdAt,
  },
  example: {
    id: 4,
    project_id: 1,
    endpoint_id: 3,
    is_test: true,
    duplicates: true,
    reorder: false,
    status: 'finished',
    deliveries: [
      {
        delivery_id: 801,
        event_id: 601,
        event_type: 'checkout.completed',
        object: 'checkout',
        object_id: 900_000_000_000_041,
        sequence: 1,
        order_sent: 1,
        out_of_order: false,
        status: 'succeeded',
        attempts: [
          {
            attempted_at: '2026-02-05T06:12:00.000000Z',
            status_code: 200,
            duration_ms: 87,
            error: null,
            duplicate: false,
          },
          {
            attempted_at: '2026-02-05T06:12:00.200000Z',
            status_code: 500,
            duration_ms: 12,
            error: null,
            duplicate: true,
          },
        ],
      },
    ],
    verdicts: [
      'Answered the duplicate of checkout.completed with 500. Answer 2xx to what was handled before, or it is sent again and again.',
    ],
    created_at: '2026-02-05T06:12:00.000000Z',
  },
})
