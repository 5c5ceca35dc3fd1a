import type { Condition } from './listing.ts'

/** The comparisons of a filter by time, such as `created[gte]`. */
const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** A range of times in a query, such as `created[gte]` and `created[lt]`. */
export type TimeRange<Name extends string> = {
  [Comparison in keyof typeof COMPARISONS as `${Name}[${Comparison}]`]?: Date
}

/** Returns the conditions that a column is in the range `name` of a query; none if the query has no such range. */
export function rangeConditions<Name extends string>(
  column: string,
  name: Name,
  query: TimeRange<Name>,
): Condition[] {
  return Object.entries(COMPARISONS).flatMap(([comparison, operator]) => {
    const time = (query as Readonly<Record<string, Date | undefined>>)[`${name}[${comparison}]`]
    return time === undefined ? [] : [[`${column} ${operator} ?`, timeText(time)] as const]
  })
}

/** Returns the time as SQL text. Keys of cached counts ignore `Date` values, but must contain the times of a request. */
export function timeText(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '')
}
