import { eventTypes } from '../../../common/events/rules/types.ts'
import type { DeliveryObject } from '../../../common/webhooks/find-deliveries.ts'
import type { EndpointObject } from '../../../common/webhooks/present-endpoint.ts'
import { exactly, Shape } from '../shape.ts'
import {
  choice,
  createdAt,
  flag,
  id,
  isTest,
  list,
  nullable,
  projectId,
  text,
  time,
  updatedAt,
  url,
  wholeNumber,
} from '../values.ts'

export const webhookEndpoint = new Shape<EndpointObject>({
  name: 'WebhookEndpoint',
  description: 'An address of yours to which events are sent.',
  properties: {
    id: id('The endpoint.'),
    project_id: projectId,
    url: url('Where events are sent.'),
    description: nullable(text('A note of yours.')),
    events: list('The types that it is sent.', choice('A type of event.', eventTypes)),
    active: flag('Whether anything is sent to it.'),
    secret: text('What signs the deliveries: whole when it was just made, else its last four characters.'),
    disabled_reason: nullable(text('Why it was switched off by itself.')),
    is_test: isTest,
    created_at: createdAt,
    updated_at: updatedAt,
  },
  example: {
    id: 3,
    project_id: 1,
    url: 'https://shop.example.org/webhooks',
    description: null,
    events: ['checkout.completed', 'subscription.canceled'],
    active: true,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    disabled_reason: null,
    is_test: true,
    created_at: '2026-01-05T03:00:00.000000Z',
    updated_at: '2026-01-05T03:00:00.000000Z',
  },
})

const attempt = exactly({
  attempted_at: time('When it was made.'),
  request_headers: {
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'The headers that were sent, signatures and all; null for very old attempts.',
  },
  status_code: nullable(wholeNumber('What the endpoint answered; null where no answer came.', 100, 999)),
  duration_ms: wholeNumber('How long it took, in milliseconds.'),
  response_body: nullable(text('The first 4 KiB of the answer.')),
  error: nullable(text('Why no answer came.')),
})

export const webhookDelivery = new Shape<DeliveryObject>({
  name: 'WebhookDelivery',
  description: 'One event on its way to one endpoint.',
  properties: {
    id: id('The delivery.'),
    project_id: projectId,
    endpoint_id: id('Where it goes.'),
    event_id: id('What is delivered.'),
    event_type: choice("The event's type.", eventTypes),
    status: choice('Where it stands.', ['pending', 'succeeded', 'failed', 'canceled']),
    next_attempt_at: nullable(time('When it is tried next.')),
    attempts: list('Every attempt, oldest first; of more than 50 the newest.', attempt),
    is_test: isTest,
    created_at: createdAt,
    updated_at: updatedAt,
  },
  example: {
    id: 701,
    project_id: 1,
    endpoint_id: 3,
    event_id: 501,
    event_type: 'checkout.completed',
    status: 'succeeded',
    next_attempt_at: null,
    attempts: [
      {
        attempted_at: '2026-02-05T06:12:00.000000Z',
        request_headers: {
          'content-type': 'application/json',
          'user-agent': 'Tolbor-Webhooks/1',
          'webhook-id': 'evt_501',
          'webhook-timestamp': '1770271920',
          'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          'Tolbor-Signature': 'a1b2'.repeat(16),
        },
        status_code: 200,
        duration_ms: 87,
        response_body: 'ok',
        error: null,
      },
    ],
    is_test: true,
    created_at: '2026-02-05T06:12:00.000000Z',
    updated_at: '2026-02-05T06:12:00.000000Z',
  },
})
