import * as column from '../../../kit/column.ts'
import { field } from '../../../kit/field.ts'
import { type Infer, list, nullable, shape } from '../../../kit/shape.ts'
import { choice, createdAt, flag, id, isTest, projectId, text, updatedAt, url } from '../../../kit/values.ts'
import { eventTypes } from '../../events/types.ts'
import { isSignatureHeader, SIGNATURE_HEADER } from '../signature-header.ts'

const given = { create: true, change: true } as const

export const endpointProperties = {
  id: field(id('The endpoint.', 3), column.primaryKey()),
  project_id: projectId,
  url: field(
    url('The address that receives events.', 'https://shop.example.org/webhooks'),
    column.varchar(2048).kept(),
    given,
  ),
  description: field(text('Your own note.'), column.varchar(500).nullable().kept(), {
    ...given,
    as: ['text', 500, { lineBreaks: true }],
  }),
  events: list('The types of events that it receives.', choice('A type of event.', eventTypes), [
    'checkout.completed',
    'subscription.canceled',
  ]),
  signature_header: field(
    nullable(
      text(
        'The header that carries the plain signature for this endpoint; null for the default.',
        'X-Signature',
      ),
      { example: null },
    ),
    column.varchar(64).ascii('ascii_general_ci').nullable().kept(),
    {
      ...given,
      as: ['matching', isSignatureHeader, SIGNATURE_HEADER],
      says: 'The header for the plain signature, instead of the default one. The headers of Standard Webhooks are always sent.',
    },
  ),
  active: field(flag('Whether events are sent to it.', true), column.flag().default(1), given),
  secret: text(
    'The secret that signs deliveries: complete when it is new, otherwise its last four characters.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
  disabled_reason: field(text('Why it was disabled automatically.'), column.varchar(500).nullable().kept()),
  is_test: isTest,
  created_at: createdAt('2026-01-05T03:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T03:00:00.000000Z'),
}

/** A webhook endpoint as `GET /webhook-endpoints/:id` returns it. */
export interface EndpointObject extends Infer<typeof endpointProperties> {}

export const webhookEndpoint = shape<EndpointObject>(
  'WebhookEndpoint',
  'Your address that receives events.',
  endpointProperties,
)
