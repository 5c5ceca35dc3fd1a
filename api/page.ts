import Joi, { type ObjectSchema, type Schema, type SchemaMap } from 'joi'
import { config } from '../common/runtime/config.ts'
import { type ListQuery, type Page, PER_PAGE } from '../db/page.ts'
import type { TimeRange } from '../db/time-range.ts'
import type { ApiRequest } from './context.ts'
import { fields, page, queryNumber, queryTime } from './fields.ts'

const MOST_PER_PAGE = 100

/** The parameters that every list has. */
const LIST_FIELDS = {
  page: page().description('The page number, from 1, newest first.').meta({ default: 1 }),
  limit: queryNumber({ least: 1, most: MOST_PER_PAGE }, `must be a whole number from 1 to ${MOST_PER_PAGE}`)
    .description('The most objects to return.')
    .meta({ default: PER_PAGE }),
  after: queryNumber({ least: 0 }, 'must be an id, a whole number, or 0').description(
    'Only objects after the one with this id, oldest first; 0 starts at the first.',
  ),
  before: queryNumber({ least: 1 }, 'must be an id: a whole number').description(
    'Only objects before the one with this id, newest first.',
  ),
  ...timeRange('created', 'Only objects created'),
} satisfies Record<keyof ListQuery, Schema>

/** Returns the parameters that limit a list to a range of times. `which` begins their descriptions. */
export function timeRange<Name extends string>(
  name: Name,
  which: string,
): Record<keyof TimeRange<Name>, Schema> {
  const parameters = Object.entries({
    gt: 'after this time',
    gte: 'at this time or later',
    lt: 'before this time',
    lte: 'at this time or earlier',
  }).map(([comparison, when]) => {
    const after = comparison.startsWith('l') ? [`${name}[gt]`, `${name}[gte]`] : []
    return [`${name}[${comparison}]`, queryTime(after).description(`${which} ${when}.`)]
  })
  return Object.fromEntries(parameters) as Record<keyof TimeRange<Name>, Schema>
}

/** Returns the schema of a list's query: the paging parameters and its own filters. */
export function listQuery<Filter extends ListQuery>(
  own: SchemaMap & Record<Exclude<keyof Filter, keyof ListQuery>, Joi.Schema>,
): ObjectSchema<Filter> {
  const all = { ...LIST_FIELDS, ...own } as SchemaMap & Record<keyof Filter, Schema>
  return fields<Filter>(all).oxor('page', 'after', 'before')
}

/** Returns a page of a list as a response. `Link` (RFC 8288) names the pages next to it, with the same filters. */
export function listAnswer<Item extends { id: number }>(
  request: ApiRequest<never, ListQuery>,
  found: Page<Item>,
) {
  const links = 'hasMore' in found ? followingLinks(request, found) : neighbourLinks(request, found)
  return {
    data: found.items,
    meta: metaOf(found),
    ...(links.length > 0 && { headers: { Link: links.join(', ') } }),
  }
}

function metaOf(found: Page<unknown>) {
  if ('hasMore' in found) return { has_more: found.hasMore }
  const { page: current, perPage, total } = found
  return { current_page: current, last_page: lastPage(total, perPage), per_page: perPage, total }
}

function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

function neighbourLinks(
  request: ApiRequest<never, ListQuery>,
  { page: current, perPage, total }: Extract<Page<unknown>, { total: number }>,
): string[] {
  const last = lastPage(total, perPage)
  return [
    ...(current < last ? [link(request, { page: current + 1 }, 'next')] : []),
    ...(current > 1 ? [link(request, { page: Math.min(current - 1, last) }, 'prev')] : []),
  ]
}

function followingLinks<Item extends { id: number }>(
  request: ApiRequest<never, ListQuery>,
  { items, hasMore }: Extract<Page<Item>, { hasMore: boolean }>,
): string[] {
  const last = items.at(-1)
  if (!hasMore || last === undefined) return []
  const isForward = request.query().after !== undefined
  return [link(request, isForward ? { after: last.id } : { before: last.id }, 'next')]
}

function link(request: ApiRequest<never, ListQuery>, to: ListQuery, rel: 'next' | 'prev'): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...request.query(), ...to } as Record<string, unknown>))
    query.set(name, value instanceof Date ? value.toISOString() : String(value))
  return `<${config().baseUrl}${request.url}?${query.toString()}>; rel="${rel}"`
}
