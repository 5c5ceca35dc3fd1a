import type { TimelineEntry } from '../../../common/subscriptions/timeline.ts'
import { Shape } from '../shape.ts'
import { choice, flag, text, time } from '../values.ts'

export const timelineEntry = new Shape<TimelineEntry>({
  name: 'TimelineEntry',
  description: 'Something that has happened to a subscription, or will if nobody acts.',
  properties: {
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
  },
  example: {
    at: '2026-01-31T09:30:00.000000Z',
    type: 'subscription.created',
    description: 'The subscription began.',
    done: true,
  },
})
