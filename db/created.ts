import { hasFew } from './few.ts'
import { type Condition, hintFor, type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'

/** How a moment is compared with the time at which an object was created, as `created[gte]` is spelled. */
export const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Objects of which time are asked for. */
export type Created = { [Comparison in keyof typeof COMPARISONS as `created[${Comparison}]`]?: Date }

/**
 * Of two rows that were created at times this far apart, in milliseconds, the later one has the greater id: far
 * longer than a transaction takes between asking for the time and writing a row.
 */
const OUT_OF_STEP = 600_000
/** Later than this SQL has no time. */
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * A list of what was created in a time. Lists are in the order of ids, and where ids rise with time, rows that are
 * too old or too new are passed over by id: else a list of an hour long ago would walk over all that is newer.
 */
export async function ofTime(sql: Sql, listing: Listing, query: Created): Promise<Listing> {
  const asked = createdConditions(query)
  if (asked.length === 0) return listing
  const { own, byTime, isAll = false } = listing
  const conditions = [...listing.conditions, ...asked]
  if (own === undefined || byTime === undefined) return { ...listing, conditions }
  if (listing.isInStep) {
    const ends = await endsOf(sql, listing, own, query)
    const bounds = between('>', ends.above, '<', ends.below)
    // All of a project is counted by the time alone.
    const parts = isAll ? [{ conditions, index: byTime }] : partsOf(listing.conditions, asked, ends)
    return { ...listing, conditions: [...conditions, ...bounds], parts }
  }
  // By the time alone rows are sorted: all of a project, which the index holds, or few.
  if (!isAll && !(await hasFew(sql, { table: listing.table, conditions: [...own, ...asked], index: byTime })))
    return { ...listing, conditions }
  const oneOf = listing.oneOf?.map(({ condition }) => ({ condition }))
  return { ...listing, conditions: [...own, ...conditions], index: byTime, oneOf, counted: undefined }
}

/** Whether a list of a time is asked for. */
export function asksForTime(query: Created): boolean {
  return createdConditions(query).length > 0
}

function createdConditions(query: Created): Condition[] {
  return Object.entries(COMPARISONS).flatMap(([name, operator]) => {
    const moment = query[`created[${name as keyof typeof COMPARISONS}]`]
    return moment === undefined ? [] : [[`created_at ${operator} ?`, asText(moment)] as const]
  })
}

/** As SQL writes it: a moment that is asked for tells two lists apart when rows are counted, one of ours does not. */
function asText(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '')
}

/** Ids of rows near the ends of a time: nothing of it lies beyond the first two, and all between the others is of it. */
interface Ends {
  above?: number | undefined
  below?: number | undefined
  /** From here to `last`; null where there is nothing surely within. */
  first?: number | null
  last?: number | null
}

/** The nearest rows that are surely older, and surely newer, than each end; of a whole project it needs no rows within. */
async function endsOf(
  sql: Sql,
  { table, byTime, isAll = false }: Listing,
  own: readonly Condition[],
  query: Created,
): Promise<Ends> {
  const from = latest(query['created[gt]'], query['created[gte]'])
  const until = earliest(query['created[lt]'], query['created[lte]'])
  const nearest = async (operator: '<' | '>', moment: number) => {
    const time = asText(new Date(Math.min(moment, END_OF_TIME)))
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
 * A list of a time as it is counted. Of its rows from `first` to `last` nobody has to look when they were created: the
 * list's own index holds all that is asked for. Only those near the ends are read themselves.
 */
function partsOf(
  own: readonly Condition[],
  asked: readonly Condition[],
  { above, below, first, last }: Ends,
): Listing['parts'] {
  const isNone =
    first === null || last === null || (first !== undefined && last !== undefined && first > last)
  if (isNone) return [{ conditions: [...own, ...asked, ...between('>', above, '<', below)] }]
  return [
    { conditions: [...own, ...between('>=', first, '<=', last)] },
    ...(first === undefined ? [] : [{ conditions: [...own, ...asked, ...between('>', above, '<', first)] }]),
    ...(last === undefined ? [] : [{ conditions: [...own, ...asked, ...between('>', last, '<', below)] }]),
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
