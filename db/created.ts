import { type Condition, type Listing, NOT_BY_PRIMARY, where } from './listing.ts'
import type { Sql } from './sql.ts'

/** How a moment is compared with the time at which an object was created, as `created[gte]` is spelled. */
export const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Objects of which time are asked for. */
export type Created = { [Comparison in keyof typeof COMPARISONS as `created[${Comparison}]`]?: Date }

/**
 * Of two rows that were created at times this far apart, in milliseconds, the later one has the greater id: far
 * longer than a transaction takes between asking for the time and writing a row.
 */
const OUT_OF_STEP = 3_600_000
/** Later than this SQL has no time. */
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * A list of what was created in a time. Lists are in the order of ids, and where ids rise with time, rows that are
 * too old or too new are passed over by id: else a list of an hour long ago would walk over all that is newer.
 */
export async function ofTime(sql: Sql, listing: Listing, query: Created): Promise<Listing> {
  const asked = createdConditions(query)
  if (asked.length === 0) return listing
  const bounds = listing.risesWithTime ? await boundsOf(sql, listing, listing.risesWithTime, query) : []
  return {
    ...listing,
    conditions: [...listing.conditions, ...asked, ...bounds],
    ...(bounds.length > 0 && { hint: listing.hint ?? NOT_BY_PRIMARY }),
  }
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

/** Ids between which all rows of the time lie: those of the nearest rows that are surely older, and surely newer. */
async function boundsOf(
  sql: Sql,
  { table }: Listing,
  own: readonly Condition[],
  query: Created,
): Promise<Condition[]> {
  const from = latest(query['created[gt]'], query['created[gte]'])
  const until = earliest(query['created[lt]'], query['created[lte]'])
  const nearest = async (operator: '<' | '>', moment: number, order: 'ASC' | 'DESC') => {
    const { text, values } = where([...own, [`created_at ${operator} ?`, asText(new Date(moment))]])
    const row = await sql.row<{ id: number }>(
      `SELECT id FROM ${table} WHERE ${text} ORDER BY created_at ${order} LIMIT 1`,
      values,
    )
    return row?.id
  }
  const above = from === undefined ? undefined : await nearest('<', from - OUT_OF_STEP, 'DESC')
  const below =
    until === undefined ? undefined : await nearest('>', Math.min(until + OUT_OF_STEP, END_OF_TIME), 'ASC')
  return [
    ...(above === undefined ? [] : [['id > ?', above] as const]),
    ...(below === undefined ? [] : [['id < ?', below] as const]),
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
