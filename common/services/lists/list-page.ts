import type { CreatedRange } from '../../../db/created-range.ts'
import { FEW, hasFew } from '../../../db/has-few.ts'
import { type Alternative, type Condition, equal, type Listing } from '../../../db/listing.ts'
import { type FindCounted, type ListQuery, type Page, pageOf } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Filter, Filters } from './filter.ts'
import { areInStep } from './in-step.ts'

/** An index of a list's table. For each value of its columns, its rows are in order of their ids. */
export interface ListIndex {
  name: string
  /** The filters that it covers. */
  of: readonly string[]
  /** The index lacks the project's columns: its filter names a row that was looked up within the project. */
  isOfRow?: boolean
  /** All possible values of a column between the filters and the ids: rows are then read value by value. */
  between?: readonly Alternative[]
  /** Each value has only a few rows. */
  isUnique?: boolean
  /** Its rows are in another order. It is only read if there are few. */
  isUnordered?: boolean
}

/** A list with its filters. */
export interface FilteredList {
  table: string
  /** The project and the mode. */
  scope: Scope
  filters: Filters
  /**
   * The first index covers no filter, or one that is always set. If several cover some filters, the one with the
   * fewest expected rows comes first.
   */
  indexes: readonly ListIndex[]
  /** The index with the rows in order of creation. */
  byTime: string
}

/** Returns a page of a filtered list, read from one index. `find` reads objects by their ids, in any order. */
export async function listPage<Item extends { id: number }>(
  sql: Sql,
  list: FilteredList,
  query: ListQuery,
  find: (ids: number[]) => Promise<Item[]>,
  findCounted?: FindCounted<Item>,
): Promise<Page<Item>> {
  return pageOf(sql, await listingOf(sql, list, query), query, find, findCounted)
}

/**
 * Chooses the index for a list. No index covers every combination of filters. For other combinations, the rows of one
 * filter are read and checked for the rest, if there are few. If every filter has many rows, the request is refused,
 * because it would read all of them.
 */
export async function listingOf(sql: Sql, list: FilteredList, query: CreatedRange = {}): Promise<Listing> {
  const asked = Object.entries(list.filters).flatMap(([name, filter]) => (filter ? [{ name, filter }] : []))
  const names = asked.map(({ name }) => name)
  const filters = asked.map(({ filter }) => filter)
  const isInStep = await areInStep(sql, list.scope, query)
  const by = (index: ListIndex): Listing => ({ ...listingBy(list, index, filters), isInStep })
  const exact = list.indexes.filter(({ of }) => of.length === names.length && isWithin(of, names))
  for (const index of exact)
    if (!index.isUnordered || (await hasFew(sql, listingBy(list, index, filters)))) return by(index)
  for (const index of candidates(list.indexes, names)) {
    const own = asked.filter(({ name }) => index.of.includes(name)).map(({ filter }) => filter)
    if (index.isUnique || (await hasFew(sql, listingBy(list, index, own)))) return by(index)
  }
  throw new Refusal({
    code: 'unsupported_filter_combination',
    path: names.at(-1) ?? '',
    params: { filters: inWords(names), few: FEW, combinations: combinationsOf(list.indexes) },
  })
}

function listingBy(
  { table, byTime, ...list }: FilteredList,
  index: ListIndex,
  filters: readonly Filter[],
): Listing {
  // A filter with a special count, or with its own index, is only used as the single filter.
  const [alone, ...others] = filters
  const isAlone = others.length === 0
  return {
    table,
    conditions: [...(index.isOfRow ? [] : ownOf(list)), ...filters.flatMap(({ all = [] }) => all)],
    oneOf: (isAlone ? alone?.oneOf : eachWithEach(filters)) ?? index.between,
    index: index.name,
    own: ownOf(list),
    byTime,
    isAll: filters.length === 0,
    ...(isAlone && { counted: alone?.counted }),
  }
}

/** Combines the alternatives of several filters, each with each. Returns undefined if no filter has any. */
function eachWithEach(filters: readonly Filter[]): Alternative[] | undefined {
  const given = filters.flatMap(({ oneOf }) => (oneOf === undefined ? [] : [oneOf]))
  if (given.length === 0) return undefined
  return given.reduce<Alternative[]>(
    (some, more) => some.flatMap((one) => more.map((other) => both(one, other))),
    [{ condition: ['TRUE'] }],
  )
}

function both({ condition: [one, ...values] }: Alternative, { condition: [other, ...more] }: Alternative) {
  return { condition: [one === 'TRUE' ? other : `${one} AND ${other}`, ...values, ...more] as const }
}

function ownOf({ scope }: Pick<FilteredList, 'scope'>): Condition[] {
  return equal({ project_id: scope.project.id, is_test: scope.isTest })
}

/** Returns the indexes that cover some of the filters, without those that another index covers better. */
function candidates(indexes: readonly ListIndex[], names: readonly string[]): ListIndex[] {
  const some = indexes.filter(({ of }) => of.length > 0 && isWithin(of, names))
  return some.filter(({ of }) => !some.some((other) => other.of.length > of.length && isWithin(of, other.of)))
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one))
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

/** Lists the filters that can be combined for any number of objects. */
function combinationsOf(indexes: readonly ListIndex[]): string {
  return indexes
    .filter(({ of }) => of.length > 1)
    .map(({ of }) => of.join(' with '))
    .join('; ')
}
