import type { Problems } from '../../kit/refusal.ts'

/** How often a price is paid; both null for one that is paid once. */
export interface Recurring {
  type: 'one_time' | 'recurring'
  interval: 'month' | 'year' | null
  count: number | null
}

interface Given {
  type?: 'one_time' | 'recurring'
  recurring_interval?: 'month' | 'year'
  recurring_interval_count?: number
}

/** A period is at most a year of months, or three years. */
const MOST = { month: 12, year: 3 }

/** The type follows from the interval; a type, or a count, that does not go with it is a problem. */
export function recurringOf(given: Given, problems: Problems): Recurring {
  const { type, recurring_interval: interval, recurring_interval_count: count } = given
  const follows = interval === undefined ? 'one_time' : 'recurring'
  if (problems.has('recurring_interval')) return { type: follows, interval: null, count: null }
  if (type !== undefined && type !== follows) {
    const say =
      type === 'recurring'
        ? "A recurring price needs recurring_interval: 'month' or 'year'."
        : "A one_time price has no recurring_interval. Leave one of the two out, or pass type 'recurring'."
    problems.add('validation_failed', 'type', { say })
  }
  if (count !== undefined && interval === undefined) {
    const say = 'recurring_interval_count goes with recurring_interval. Pass both, or neither.'
    problems.add('validation_failed', 'recurring_interval_count', { say })
  }
  if (count !== undefined && interval !== undefined && count > MOST[interval]) {
    const say = `recurring_interval_count must be at most ${MOST[interval]} for the interval '${interval}'.`
    problems.add('validation_failed', 'recurring_interval_count', { say })
  }
  return { type: follows, interval: interval ?? null, count: interval === undefined ? null : (count ?? 1) }
}
