import { type Infer, list, nullable, shape } from '../../../kit/shape.ts'
import { choice, createdAt, flag, id, isTest, projectId, text, updatedAt, url } from '../../../kit/values.ts'
import { eventTypes } from '../../events/types.ts'

const properties = {
  id: id('The endpoint.', 3),
  project_id: projectId,
  url: url('The address that receives events.', 'https://shop.example.org/webhooks'),
  description: nullable(text('Your own note.')),
  events: list('The types of events that it receives.', choice('A type of event.', eventTypes), [
    'checkout.completed',
    'subscription.canceled',
  ]),
  signature_header: nullable(
    text(
      'The header that carries the plain signature for this endpoint; null for the default.',
      'X-Signature',
    ),
    { example: null },
  ),
  active: flag('Whether events are sent to it.', true),
  secret: text(
    'The secret that signs deliveries: complete when it is new, otherwise its last four characters.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
  disabled_reason: nullable(text('Why it was disabled automatically.')),
  is_test: isTest,
  created_at: createdAt('2026-01-05T03:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T03:00:00.000000Z'),
}

/** A webhook endpoint as `GET /webhook-endpoints/:id` returns it. */
export interface EndpointObject extends Infer<typeof properties> {}

export const webhookEndpoint = shape<EndpointObject>(
  'WebhookEndpoint',
  'Your address that receives events.',
  properties,
)
