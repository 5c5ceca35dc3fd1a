/** The billing interval of a recurring price. */
export interface Interval {
  unit: 'month' | 'year'
  count: number
}

/** Returns the calendar months in `periods` periods: every interval consists of whole months. */
export function monthsIn({ unit, count }: Interval, periods = 1): number {
  return (unit === 'year' ? 12 : 1) * count * periods
}
