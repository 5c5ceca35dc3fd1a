import { eventTypes } from '../../events/rules/types.ts'
import { type Infer, list, nullable, shape } from '../../kit/shape.ts'
import { choice, createdAt, flag, id, isTest, projectId, text, updatedAt, url } from '../../kit/values.ts'

const properties = {
  id: id('The endpoint.', 3),
  project_id: projectId,
  url: url('Where events are sent.', 'https://shop.example.org/webhooks'),
  description: nullable(text('A note of yours.')),
  events: list('The types that it is sent.', choice('A type of event.', eventTypes), [
    'checkout.completed',
    'subscription.canceled',
  ]),
  signature_header: nullable(
    text(
      'The header that carries the plain signature for this endpoint; null for the usual one.',
      'X-Signature',
    ),
    { example: null },
  ),
  active: flag('Whether anything is sent to it.', true),
  secret: text(
    'What signs the deliveries: whole when it was just made, else its last four characters.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
  disabled_reason: nullable(text('Why it was switched off by itself.')),
  is_test: isTest,
  created_at: createdAt('2026-01-05T03:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T03:00:00.000000Z'),
}

/** A webhook endpoint as `GET /webhook-endpoints/:id` answers it. */
export interface EndpointObject extends Infer<typeof properties> {}

export const webhookEndpoint = shape<EndpointObject>(
  'WebhookEndpoint',
  'An address of yours to which events are sent.',
  properties,
)
