import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, shape } from '../../kit/shape.ts'
import { choice, createdAt, id, projectId, text, time, updatedAt } from '../../kit/values.ts'

export const clockProperties = {
  id: field(id('The test clock.', 3), column.primaryKey()),
  project_id: projectId,
  name: field(text('Your name for it.', 'A year of the club'), column.varchar(255).nullable().kept(), {
    create: true,
  }),
  status: field(
    choice('Whether it is stopped, or advancing to a later time.', ['ready', 'advancing'], 'ready'),
    column.word(16),
  ),
  frozen_time: field(time('Its current time.', '2026-01-31T09:30:00.000000Z'), column.time(), {
    create: true,
    says: 'The time at the start, in the past or the future.',
  }),
  created_at: createdAt('2026-02-03T04:05:06.789000Z'),
  updated_at: updatedAt('2026-02-03T04:05:06.789000Z'),
}

/** A test clock as `GET /test-clocks/:id` returns it. `created_at` and `updated_at` are real time. */
export interface ClockObject extends Infer<typeof clockProperties> {}

export const testClock = shape<ClockObject>(
  'TestClock',
  'A clock for test customers. Its time only changes when you advance it.',
  clockProperties,
)
