import { type Infer, nullable, shape } from '../kit/shape.ts'
import { choice, createdAt, id, projectId, text, time, updatedAt } from '../kit/values.ts'

const properties = {
  id: id('The test clock.', 3),
  project_id: projectId,
  name: nullable(text('What you call it.', 'A year of the club')),
  status: choice('Whether it stands, or is on its way to a later time.', ['ready', 'advancing'], 'ready'),
  frozen_time: time('The time that it shows.', '2026-01-31T09:30:00.000000Z'),
  created_at: createdAt('2026-02-03T04:05:06.789000Z'),
  updated_at: updatedAt('2026-02-03T04:05:06.789000Z'),
}

/** A test clock as `GET /test-clocks/:id` answers it. Its own two dates are real time. */
export interface ClockObject extends Infer<typeof properties> {}

export const testClock = shape<ClockObject>(
  'TestClock',
  'A time of its own for test customers: it stands still until you advance it.',
  properties,
)
