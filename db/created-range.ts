import { hasFew } from './has-few.ts'
import { type Condition, hintFor, type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'
import { rangeConditions, type TimeRange, timeText } from './time-range.ts'

/** The time range of the objects to return. */
export type CreatedRange = TimeRange<'created'>

/**
 * If two rows were created at times this far apart, in milliseconds, the later one has the greater id. This is far longer
 * than a transaction takes between reading the time and writing a row.
 */
const OUT_OF_STEP = 600_000
/** The latest time in SQL. */
const LATEST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * Limits a list to the objects that were created in a time range. Lists are sorted by id. If ids rise with time, rows that
 * are too old or too new are skipped by id. Otherwise a list of one past hour would read all newer rows.
 */
export async function inRange(sql: Sql, listing: Listing, query: CreatedRange): Promise<Listing> {
  const ofRange = createdConditions(query)
  if (ofRange.length === 0) return listing
  const { own, byTime, isAll = false } = listing
  const conditions = [...listing.conditions, ...ofRange]
  if (own === undefined || byTime === undefined) return { ...listing, conditions }
  if (listing.isInStep) {
    const ends = await endsOf(sql, listing, own, query)
    const bounds = between('>', ends.above, '<', ends.below)
    // The index by time can count all rows of a project.
    const parts = isAll ? [{ conditions, index: byTime }] : partsOf(listing.conditions, ofRange, ends)
    return { ...listing, conditions: [...conditions, ...bounds], parts }
  }
  // Read by time, rows must be sorted: only if they are all rows of a project, which the index contains, or few.
  if (
    !isAll &&
    !(await hasFew(sql, { table: listing.table, conditions: [...own, ...ofRange], index: byTime }))
  )
    return { ...listing, conditions }
  const oneOf = listing.oneOf?.map(({ condition }) => ({ condition }))
  return { ...listing, conditions: [...own, ...conditions], index: byTime, oneOf, counted: undefined }
}

/** Returns whether a query has a time range. */
export function hasRange(query: CreatedRange): boolean {
  return createdConditions(query).length > 0
}

function createdConditions(query: CreatedRange): Condition[] {
  return rangeConditions('created_at', 'created', query)
}

/** Ids near the ends of a time range: no row of it is beyond the first two, and every row between the others is in it. */
interface Ends {
  above?: number | undefined
  below?: number | undefined
  /** The rows from here to `last` are in the range; null if there is no such row. */
  first?: number | null
  last?: number | null
}

/** Finds the nearest rows that are certainly older, and certainly newer, than each end of the range. */
async function endsOf(
  sql: Sql,
  { table, byTime, isAll = false }: Listing,
  own: readonly Condition[],
  query: CreatedRange,
): Promise<Ends> {
  const from = latest(query['created[gt]'], query['created[gte]'])
  const until = earliest(query['created[lt]'], query['created[lte]'])
  const nearest = async (operator: '<' | '>', moment: number) => {
    const time = timeText(new Date(Math.min(moment, LATEST_TIME)))
    const { text, values } = where([...own, [`created_at ${operator} ?`, time]])
    const order = operator === '<' ? 'DESC' : 'ASC'
    const row = await sql.row<{ id: number }>(
      `SELECT id FROM ${table} ${hintFor(byTime)} WHERE ${text} ORDER BY created_at ${order} LIMIT 1`,
      values,
    )
    return row?.id
  }
  return {
    ...(from !== undefined && {
      above: await nearest('<', from - OUT_OF_STEP),
      first: isAll ? null : ((await nearest('>', from + OUT_OF_STEP)) ?? null),
    }),
    ...(until !== undefined && {
      below: await nearest('>', until + OUT_OF_STEP),
      last: isAll ? null : ((await nearest('<', until - OUT_OF_STEP)) ?? null),
    }),
  }
}

/**
 * Returns the parts in which a list with a time range is counted. For the rows from `first` to `last` the time need not be
 * compared, so the list's own index is enough. Only rows near the ends are read.
 */
function partsOf(
  own: readonly Condition[],
  ofRange: readonly Condition[],
  { above, below, first, last }: Ends,
): Listing['parts'] {
  const isNone =
    first === null || last === null || (first !== undefined && last !== undefined && first > last)
  if (isNone) return [{ conditions: [...own, ...ofRange, ...between('>', above, '<', below)] }]
  return [
    { conditions: [...own, ...between('>=', first, '<=', last)] },
    ...(first === undefined
      ? []
      : [{ conditions: [...own, ...ofRange, ...between('>', above, '<', first)] }]),
    ...(last === undefined ? [] : [{ conditions: [...own, ...ofRange, ...between('>', last, '<', below)] }]),
  ]
}

function between(
  over: '>' | '>=',
  least: number | undefined,
  under: '<' | '<=',
  most: number | undefined,
): Condition[] {
  return [
    ...(least === undefined ? [] : [[`id ${over} ?`, least] as const]),
    ...(most === undefined ? [] : [[`id ${under} ?`, most] as const]),
  ]
}

function latest(...moments: (Date | undefined)[]): number | undefined {
  const times = timesOf(moments)
  return times.length === 0 ? undefined : Math.max(...times)
}

function earliest(...moments: (Date | undefined)[]): number | undefined {
  const times = timesOf(moments)
  return times.length === 0 ? undefined : Math.min(...times)
}

function timesOf(moments: readonly (Date | undefined)[]): number[] {
  return moments.flatMap((moment) => (moment === undefined ? [] : [moment.getTime()]))
}
