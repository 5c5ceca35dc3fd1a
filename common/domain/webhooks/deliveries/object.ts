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

const attempt = object({
  attempted_at: time('When it was made.', '2026-02-05T06:12:00.000000Z'),
  request_headers: requestHeaders,
  status_code: nullable(
    wholeNumber("The endpoint's response status; null if it did not respond.", 200, {
      minimum: 100,
      maximum: 999,
    }),
  ),
  duration_ms: wholeNumber('Duration in milliseconds.', 87),
  response_body: nullable(text('The first 4 KiB of the response.', 'ok')),
  error: nullable(text('Why there was no response.')),
})

const webhookDeliveryProperties = {
  id: id('The delivery.', 701),
  project_id: projectId,
  endpoint_id: id('The endpoint that receives it.', 3),
  event_id: id('The delivered event.', 501),
  event_type: choice("The event's type.", eventTypes, 'checkout.completed'),
  status: choice('The state of the delivery.', ['pending', 'succeeded', 'failed', 'canceled'], 'succeeded'),
  next_attempt_at: nullable(time('When the next attempt is due.')),
  attempts: list('Every attempt, oldest first; of more than 50 the newest.', attempt),
  is_test: isTest,
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:12:00.000000Z'),
}

/** A delivery as `GET /webhook-deliveries/:id` returns it, with its attempts, oldest first. */
export interface DeliveryObject extends Infer<typeof webhookDeliveryProperties> {}

export const webhookDelivery = shape<DeliveryObject>(
  'WebhookDelivery',
  'The delivery of one event to one endpoint.',
  webhookDeliveryProperties,
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
