import type { ClockObject } from '../../../common/clocks/find-clock.ts'
import { Shape } from '../shape.ts'
import { choice, createdAt, id, nullable, projectId, text, time, updatedAt } from '../values.ts'

export const testClock = new Shape<ClockObject>({
  name: 'TestClock',
  description: 'A time of its own for test customers: it stands still until you advance it.',
  properties: {
    id: id('The test clock.'),
    project_id: projectId,
    name: nullable(text('What you call it.')),
    status: choice('Whether it stands, or is on its way to a later time.', ['ready', 'advancing']),
    frozen_time: time('The time that it shows.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  example: {
    id: 3,
    project_id: 1,
    name: 'A year of the club',
    status: 'ready',
    frozen_time: '2026-01-31T09:30:00.000000Z',
    created_at: '2026-02-03T04:05:06.789000Z',
    updated_at: '2026-02-03T04:05:06.789000Z',
  },
})
