import { config } from '../common/runtime/config.ts'
import { type Page, PER_PAGE } from '../db/page.ts'
import type { ApiRequest } from './context.ts'
import { page } from './fields.ts'

/** The query of a list: a page, and the filters beside it. */
export interface ListQuery {
  page?: number
}

/** The parameter that every list has, to spread into the fields of its query. */
export const PAGE_FIELD = {
  page: page().description('Which page; 25 objects are on each.').meta({ default: 1 }),
}

/** A page as every list answers it; `Link` (RFC 8288) leads to its neighbours, with the same filters. */
export function listAnswer<Item>(
  request: ApiRequest<never, ListQuery>,
  { items, page: current, total }: Page<Item>,
) {
  const last = Math.max(1, Math.ceil(total / PER_PAGE))
  const links = [
    ...(current < last ? [link(request, current + 1, 'next')] : []),
    ...(current > 1 ? [link(request, Math.min(current - 1, last), 'prev')] : []),
  ]
  return {
    data: items,
    meta: { current_page: current, last_page: last, per_page: PER_PAGE, total },
    ...(links.length > 0 && { headers: { Link: links.join(', ') } }),
  }
}

function link(request: ApiRequest<never, ListQuery>, to: number, rel: 'next' | 'prev'): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...request.query(), page: to } as Record<string, unknown>))
    query.set(name, value instanceof Date ? value.toISOString() : String(value))
  return `<${config().baseUrl}${request.url}?${query.toString()}>; rel="${rel}"`
}
