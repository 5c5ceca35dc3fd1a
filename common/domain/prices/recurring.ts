import type { Problems } from '../../kit/refusal.ts'

/** The period of a price; interval and count are null for a one-time price. */
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

/** Longest period per unit: 12 months or 3 years. */
const MOST = { month: 12, year: 3 }

/** Derives the type from the interval. Adds a problem if the given type or count contradicts it. */
export function recurringOf(given: Given, problems: Problems): Recurring {
  const { type, recurring_interval: interval, recurring_interval_count: count } = given
  const derived = interval === undefined ? 'one_time' : 'recurring'
  if (problems.has('recurring_interval')) return { type: derived, interval: null, count: null }
  if (type !== undefined && type !== derived) {
    const sentence =
      type === 'recurring'
        ? "A recurring price needs recurring_interval: 'month' or 'year'."
        : "A one_time price has no recurring_interval. Remove recurring_interval, or pass type 'recurring'."
    problems.add('validation_failed', 'type', { sentence })
  }
  if (count !== undefined && interval === undefined) {
    const sentence = 'recurring_interval_count needs recurring_interval. Pass both or neither.'
    problems.add('validation_failed', 'recurring_interval_count', { sentence })
  }
  if (count !== undefined && interval !== undefined && count > MOST[interval]) {
    const sentence = `recurring_interval_count must be at most ${MOST[interval]} for the interval '${interval}'.`
    problems.add('validation_failed', 'recurring_interval_count', { sentence })
  }
  return { type: derived, interval: interval ?? null, count: interval === undefined ? null : (count ?? 1) }
}
