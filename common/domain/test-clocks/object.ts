import { type Infer, nullable, shape } from '../../kit/shape.ts'
import { choice, createdAt, id, projectId, text, time, updatedAt } from '../../kit/values.ts'

const properties = {
  id: id('The test clock.', 3),
  project_id: projectId,
  name: nullable(text('Your name for it.', 'A year of the club')),
  status: choice('Whether it is stopped, or advancing to a later time.', ['ready', 'advancing'], 'ready'),
  frozen_time: time('Its current time.', '2026-01-31T09:30:00.000000Z'),
  created_at: createdAt('2026-02-03T04:05:06.789000Z'),
  updated_at: updatedAt('2026-02-03T04:05:06.789000Z'),
}

/** A test clock as `GET /test-clocks/:id` returns it. `created_at` and `updated_at` are real time. */
export interface ClockObject extends Infer<typeof properties> {}

export const testClock = shape<ClockObject>(
  'TestClock',
  'A clock for test customers. Its time only changes when you advance it.',
  properties,
)
