import { events, type EventType, eventTypes } from '../../common/domain/events/types.ts'
import type { Schema } from '../../common/kit/shape.ts'
import { eventsByType } from './events.ts'

const HEADERS = {
  'webhook-id': ['The id of the message, the same on every attempt. Use it to ignore duplicates.', 'evt_501'],
  'webhook-timestamp': ['The time of this attempt, in Unix seconds. Refuse old ones.', '1770271920'],
  'webhook-signature': [
    'The Standard Webhooks signature: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several while a secret is being replaced.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const

const PLAIN =
  'The hex HMAC-SHA256 of the body, with the text of the secret as the key. If the endpoint has a `signature_header`, that header carries it instead.'

const CAUSE =
  'The `X-Request-Id` of the request that caused the event. Quote it when you report a problem. Missing if time caused the event.'

/** Returns the webhooks of the document, one per event type. `plainHeader` carries the simpler signature. */
export function webhooks(plainHeader: string): Schema {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: deliveryOf(type, plainHeader) }]))
}

function deliveryOf(type: EventType, plainHeader: string): Schema {
  return {
    operationId: `receive${eventsByType[type].name}`,
    summary: events[type].meaning,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      ...Object.entries(HEADERS).map(([name, [description, example]]) => header(name, description, example)),
      header(plainHeader, PLAIN, 'a1b2'.repeat(16)),
      { ...header('tolbor-request-id', CAUSE, 'b3f1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d'), required: false },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: eventsByType[type],
          example: eventsByType[type].example,
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered. The body is ignored.' },
      '410': { description: 'You want no more events: the endpoint is switched off.' },
      '4XX': { description: 'Not delivered. It is retried nine times in about three days.' },
      '5XX': { description: 'Not delivered. It is retried nine times in about three days.' },
    },
  }
}

function header(name: string, description: string, example: string): Schema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
