import * as column from '../../../kit/column.ts'
import { field } from '../../../kit/field.ts'
import { type Infer, Kind, list, nullable, object, shape } from '../../../kit/shape.ts'
import {
  choice,
  createdAt,
  id,
  isTest,
  projectId,
  text,
  time,
  updatedAt,
  wholeNumber,
} from '../../../kit/values.ts'
import { eventTypes } from '../../events/types.ts'

const requestHeaders = new Kind<Record<string, string> | null, Record<string, string>>(
  {
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'The headers that were sent, including signatures; null for very old attempts.',
  },
  {
    'content-type': 'application/json',
    'user-agent': 'Tolbor-Webhooks/1',
    'webhook-id': 'evt_501',
    'webhook-timestamp': '1770271920',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    'Tolbor-Signature': 'a1b2'.repeat(16),
  },
)

const responseHeaders = new Kind<Record<string, string> | null, Record<string, string>>(
  {
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description:
      "The first headers of the endpoint's response, at most 4 KiB; null if it did not respond, and for old attempts.",
  },
  { 'content-type': 'text/plain', server: 'nginx' },
)

export const attemptProperties = {
  attempted_at: field(time('When it was made.', '2026-02-05T06:12:00.000000Z'), column.time()),
  request_headers: field(requestHeaders, column.json().nullable().kept()),
  status_code: field(
    wholeNumber("The endpoint's response status; null if it did not respond.", 200, {
      minimum: 100,
      maximum: 999,
    }),
    column.integer().nullable(),
  ),
  duration_ms: field(wholeNumber('Duration in milliseconds.', 87), column.integer()),
  response_headers: field(responseHeaders, column.json().nullable().kept()),
  response_body: field(text('The first 4 KiB of the response.', 'ok'), column.text().nullable().kept()),
  error: field(text('Why there was no response.'), column.varchar(500).nullable().kept()),
}

export const deliveryProperties = {
  id: field(id('The delivery.', 701), column.primaryKey()),
  project_id: projectId,
  endpoint_id: field(id('The endpoint that receives it.', 3), column.reference()),
  event_id: field(id('The delivered event.', 501), column.reference()),
  event_type: field(choice("The event's type.", eventTypes, 'checkout.completed'), column.word(48).ascii()),
  status: field(
    choice('The state of the delivery.', ['pending', 'succeeded', 'failed', 'canceled'], 'succeeded'),
    column.word(16),
  ),
  next_attempt_at: nullable(time('When the next attempt is due.')),
  attempts: list('Every attempt, oldest first; of more than 50 the newest.', object(attemptProperties)),
  is_test: isTest,
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:12:00.000000Z'),
}

/** A delivery as `GET /webhook-deliveries/:id` returns it, with its attempts, oldest first. */
export interface DeliveryObject extends Infer<typeof deliveryProperties> {}

export const webhookDelivery = shape<DeliveryObject>(
  'WebhookDelivery',
  'The delivery of one event to one endpoint.',
  deliveryProperties,
)

export type DeliveryStatus = DeliveryObject['status']

const webhookResendProperties = {
  count: wholeNumber('The number of deliveries; inactive endpoints are left out.', 12),
  since: time('The start of the period in which they failed.', '2026-02-05T06:00:00.000000Z'),
  endpoint_id: nullable(id('The endpoint; null for every active one.', 3)),
}

export interface ResendObject extends Infer<typeof webhookResendProperties> {}

export const webhookResend = shape<ResendObject>(
  'WebhookResend',
  'The number of failed deliveries that are sent again.',
  webhookResendProperties,
)

/** A valid body of `POST /webhook-deliveries/resend`. */
export interface ResendInput {
  since: Date
  endpoint_id?: number
}
