import { event, subjectOf } from '../../common/events/object.ts'
import { type EventType, eventTypes } from '../../common/events/rules/types.ts'
import type { Schema } from '../../common/kit/shape.ts'

const MEANINGS: Record<EventType, string> = {
  'checkout.completed': 'A checkout was paid',
  'checkout.expired': 'A checkout can no longer be paid',
  'subscription.created': 'A subscription was started, by a payment or as a trial',
  'subscription.renewed': 'More time was paid for',
  'subscription.updated': 'The plan changed, or a cancellation was requested or taken back',
  'subscription.renewal_due': 'The customer was reminded to renew',
  'subscription.past_due': 'The period is over and the days of grace have begun',
  'subscription.canceled': 'The subscription has ended: take access away',
  'payment.awaiting_verification': 'A customer has reported a transfer: look for it',
  'payment.verification_due': 'A reported transfer still waits for your word',
  'payment.failed': 'A payment was declined or rejected, or its time ran out',
  'payment.partially_paid': 'Less than the sum has come: the payment waits for the rest',
  'payment.refund_required': 'Money has come that can pay for nothing: give it back',
  'payment.refunded': 'Money was given back: a part of it, or all',
  'invoice.paid': 'An invoice was paid',
  'invoice.void': 'An invoice can no longer be paid',
  test: 'You asked for it',
}

const HEADERS = {
  'webhook-id': ['Names the message: the same on every attempt. Use it to do nothing twice.', 'evt_501'],
  'webhook-timestamp': ['When this attempt was made, in Unix seconds. Refuse old ones.', '1770271920'],
  'webhook-signature': [
    'The Standard Webhooks signature: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several while a secret is being replaced.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const

/** What is sent to webhook endpoints: one entry per type. `plainHeader` carries the simpler signature. */
export function webhooks(plainHeader: string): Schema {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: deliveryOf(type, plainHeader) }]))
}

export function meaningOf(type: EventType): string {
  return MEANINGS[type]
}

function deliveryOf(type: EventType, plainHeader: string): Schema {
  const object = type.split('.')[0]
  const subject = subjectOf(type)
  return {
    operationId: `on.${type}`,
    summary: MEANINGS[type],
    tags: ['Webhooks'],
    security: [],
    parameters: [
      ...Object.entries(HEADERS).map(([name, [description, example]]) => header(name, description, example)),
      header(plainHeader, "The hex HMAC-SHA256 of the body, with the secret's text.", 'a1b2'.repeat(16)),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              event,
              {
                properties: {
                  type: { const: type },
                  object: { const: object },
                  data: { properties: { object: subject } },
                },
              },
            ],
          },
          example:
            type === event.example.type
              ? event.example
              : { ...event.example, type, object, data: { object: subject.example } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered, whatever the body says.' },
      '410': { description: 'You want nothing more: the endpoint is switched off.' },
      '4XX': { description: 'Not delivered: it is tried again, nine times in about three days.' },
      '5XX': { description: 'Not delivered: it is tried again, nine times in about three days.' },
    },
  }
}

function header(name: string, description: string, example: string): Schema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
