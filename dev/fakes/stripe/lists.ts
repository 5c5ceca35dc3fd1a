import { invalid, missing } from './errors.ts'
import { type FormObject, objectOf, textOf } from './form.ts'

interface Listed {
  id: string
  created: number
}

/** For each parameter of a list: whether an object matches its value. */
export type Filters<Item> = Record<string, (item: Item, wanted: string) => boolean>

const PAGING = ['limit', 'starting_after', 'ending_before', 'expand', 'created']

/**
 * Returns a page of a list, newest first: 10 objects, or 1 to 100 as requested (docs.stripe.com/api/pagination). Throws
 * for a parameter without a filter (docs.stripe.com/error-codes, parameter_unknown).
 */
export function listOf<Item extends Listed>(
  url: string,
  items: Iterable<Item>,
  query: FormObject,
  filters: Filters<Item>,
): object {
  for (const name of Object.keys(query))
    if (!PAGING.includes(name) && !(name in filters))
      throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
  const wanted = Object.entries(filters).flatMap(([name, fits]) => {
    const value = query[name]
    return value === undefined ? [] : [(item: Item) => fits(item, textOf(value) ?? JSON.stringify(value))]
  })
  const found = [...items]
    .reverse()
    .filter((item) => wanted.every((fits) => fits(item)) && isWithin(item, query))
  return { object: 'list', ...pageOf(found, query), url }
}

function pageOf<Item extends Listed>(found: Item[], query: FormObject): { data: Item[]; has_more: boolean } {
  const limit = Number(textOf(query.limit) ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Invalid integer: limit must be between 1 and 100.', 'limit', 'parameter_invalid_integer')
  const [after, before] = [textOf(query.starting_after), textOf(query.ending_before)]
  if (before !== null) {
    const end = placeOf(found, before, 'ending_before')
    const from = Math.max(0, end - limit)
    return { data: found.slice(from, end), has_more: from > 0 }
  }
  const from = after === null ? 0 : placeOf(found, after, 'starting_after') + 1
  return { data: found.slice(from, from + limit), has_more: found.length > from + limit }
}

function placeOf(found: Listed[], id: string, param: string): number {
  const at = found.findIndex((item) => item.id === id)
  if (at < 0) throw missing('object', id, param)
  return at
}

/** The package `stripe`, esm/shared.d.ts, RangeQueryParam. */
function isWithin({ created }: Listed, query: FormObject): boolean {
  const exact = textOf(query.created)
  const { gt, gte, lt, lte } = objectOf(query.created)
  const limit = (value: FormObject[string] | undefined, fallback: number) => Number(textOf(value) ?? fallback)
  return (
    (exact === null || created === Number(exact)) &&
    created > limit(gt, -1) &&
    created >= limit(gte, 0) &&
    created < limit(lt, Infinity) &&
    created <= limit(lte, Infinity)
  )
}
