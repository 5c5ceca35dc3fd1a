/** How often a recurring price is paid. */
export interface Interval {
  unit: 'month' | 'year'
  count: number
}

/** The calendar months in `periods` periods: every interval is made of whole months. */
export function monthsIn({ unit, count }: Interval, periods = 1): number {
  return (unit === 'year' ? 12 : 1) * count * periods
}
