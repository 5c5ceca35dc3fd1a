import type Joi from 'joi'
import type { AdvanceInput, ClockInput } from '../../../common/domain/test-clocks/input.ts'
import { clockProperties } from '../../../common/domain/test-clocks/object.ts'
import type { ListQuery } from '../../../db/page.ts'
import { fields, invalid, timestamp } from '../../fields.ts'
import { created } from '../../given.ts'
import { listQuery } from '../../page.ts'

/** Leaves room for the dates computed from a time: 60 periods of 3 years are 180 years. */
const LATEST_YEAR = 2999

/** Returns the schema of a clock's time with an upper limit, because billing runs at this time. */
function notTooLate(time: Joi.Schema) {
  return time.custom((value: Date, helpers) =>
    value.getUTCFullYear() > LATEST_YEAR ? invalid(helpers, 'must be before the year 3000') : value,
  )
}

const given = created(clockProperties)

/** The body of `POST /test-clocks`. */
export const testClockBody = fields<ClockInput>({
  frozen_time: notTooLate(given.frozen_time),
  name: given.name,
}).example({ frozen_time: '2026-01-31T09:30:00Z', name: 'A year of the club' })

/** The body of `POST /test-clocks/:test_clock_id/advance`. */
export const advanceBody = fields<AdvanceInput>({
  frozen_time: notTooLate(timestamp())
    .required()
    .description('The time to advance to: later than the current one, by at most two years.'),
}).example({ frozen_time: '2026-03-01T00:00:00Z' })

export const testClockQuery = listQuery<ListQuery>({})
