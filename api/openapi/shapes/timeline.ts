import type { TimelineEntry } from '../../../common/subscriptions/timeline.ts'
import { exactly } from '../shape.ts'
import type { Shape } from '../shape.ts'
import { choice, flag, text, time } from '../values.ts'

/** A list that is short enough never to be paged. */
export const timeline: Shape<TimelineEntry[]> = {
  name: 'Timeline',
  example: [
    {
      at: '2026-01-31T09:30:00.000000Z',
      type: 'subscription.created',
      description: 'The subscription began.',
      done: true,
    },
  ],
  schema: {
    type: 'array',
    description: 'What has happened to a subscription, and what will if nobody acts, in order.',
    items: exactly({
      at: time('When.'),
      type: choice('What: the type of the event that says so.', [
        'subscription.created',
        'subscription.renewed',
        'subscription.updated',
        'subscription.renewal_due',
        'subscription.past_due',
        'subscription.canceled',
      ]),
      description: text('The same in words.'),
      done: flag('Whether it has happened.'),
    }),
  },
}
