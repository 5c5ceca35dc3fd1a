import { AUDITED_OBJECTS, type AuditedObject } from '../../../common/domain/audit-log/audited.ts'
import { atHour, type Day, daysLater, isDay } from '../../../common/domain/subscriptions/calendar.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { BEFORE_ALL, type ListQuery } from '../../../db/page.ts'
import { idOf } from '../../context.ts'

/** A filter with a menu of values. */
export interface Menu<Value extends string = string> {
  label: SentenceKey
  options: readonly Value[]
  text(value: Value, t: Translate): string
  /** The label of the choice without a value; default: all. */
  none?: SentenceKey
  /** Whether the values are links above the table, see `chips`. */
  isChips?: true
  /** The value of the chips after which the only value of this filter is one more of them. */
  chipAfter?: string
}

/** A filter by the id of another object, or by an amount. Only links set it, so that it has no field. */
export interface ById {
  isId: true
  /**
   * The kind of the object, or the filter whose value is the kind, with a label to use instead of the kind; null for an
   * amount.
   */
  of: { kind: FilterKind } | { filter: string; label: SentenceKey | null } | null
}

/** The kinds of objects that links filter by. */
export type FilterKind = AuditedObject | 'event'

/** The filters of a list, by their names in the address. */
export type Filters = Readonly<Record<string, Menu | ById>>

/** The chosen values of a list's filters. */
export type Chosen<Given extends Filters> = {
  [Name in keyof Given]?: Given[Name] extends ById
    ? number
    : Given[Name] extends Menu<infer Value>
      ? Value
      : never
}

/** Returns a filter with a menu of values. `text` names a value. */
export function menu<Value extends string>(
  label: SentenceKey,
  options: readonly Value[],
  text: (value: Value, t: Translate) => string,
  more: Pick<Menu, 'none'> = {},
): Menu<Value> {
  return { label, options, text, ...more }
}

/** Returns a filter whose few values are links above the table, in the order of `options`. A list has at most one. */
export function chips<Value extends string>(
  label: SentenceKey,
  options: readonly Value[],
  text: (value: Value, t: Translate) => string,
): Menu<Value> {
  return { label, options, text, isChips: true }
}

/** Returns a filter by the id of another object. */
export function byId(kind: FilterKind): ById {
  return { isId: true, of: { kind } }
}

/** Returns a filter by the id of an object whose kind is the value of the filter named `filter`. */
export function byIdOf(filter: string, label: SentenceKey | null = null): ById {
  return { isId: true, of: { filter, label } }
}

/** Returns a filter by an amount of the project's currency, which only links set. */
export function byAmount(): ById {
  return { isId: true, of: null }
}

/** The query of a list's page, read from its address. */
export interface Asked {
  /** The text to search for; empty for a list with filters. */
  text: string
  /** By the name of the filter. */
  values: Readonly<Record<string, string>>
  from: Day | null
  until: Day | null
  /** Only objects before the one with this id; null for the newest. */
  before: number | null
  /** Why the address cannot be understood; null if it can. The parts above are then only those that can. */
  problem: 'errors.filters_unknown' | 'errors.filters_order' | null
}

export const PER_PAGE = 50

/** Returns the query for the newest `limit` objects, or for the newest before the one with the id `before`. */
export function newest(limit: number, before: number | null = null): { limit: number; before: number } {
  return { limit, before: before ?? BEFORE_ALL }
}
/** The longest text to search for. */
export const LONGEST_TEXT = 255

/** Reads the query of an address. */
export function readAsked(query: Readonly<Record<string, unknown>>, filters: Filters): Asked {
  const given = (name: string) => {
    const value = query[name]
    return typeof value === 'string' ? value.trim().slice(0, LONGEST_TEXT) : ''
  }
  let isKnown = true
  const known = <Value>(name: string, read: (value: string) => Value | null) => {
    const value = given(name)
    const found = value === '' ? null : read(value)
    if (value !== '' && found === null) isKnown = false
    return found
  }
  const values = Object.entries(filters).flatMap(([name, filter]) => {
    const isValid = (value: string) =>
      'isId' in filter ? idOf(value) !== null : filter.options.includes(value)
    const value = known(name, (one) => (isValid(one) ? one : null))
    return value === null ? [] : [[name, value]]
  })
  const [from, until] = [known('from', dayIn), known('until', dayIn)]
  const before = known('before', idOf)
  return {
    ...{
      text: given('q'),
      values: Object.fromEntries(values) as Record<string, string>,
      from,
      until,
      before,
    },
    problem: problemOf(isKnown, from, until),
  }
}

function problemOf(isKnown: boolean, from: Day | null, until: Day | null): Asked['problem'] {
  if (!isKnown) return 'errors.filters_unknown'
  return from !== null && until !== null && until < from ? 'errors.filters_order' : null
}

/** Returns the query as an address has it, without the place in the list. */
export function queryOf({ text, values, from, until }: Asked): Record<string, string> {
  return { ...(text && { q: text }), ...values, ...(from && { from }), ...(until && { until }) }
}

/** Returns the kind of the object by whose id a filter selects; null if it is unknown, and for an amount. */
export function kindOf({ of }: ById, values: Asked['values']): FilterKind | null {
  if (of === null) return null
  if ('kind' in of) return of.kind
  return AUDITED_OBJECTS.find((kind) => kind === values[of.filter]) ?? null
}

/** Returns the objects by whose id an address filters, as far as their kind has names. */
export function objectsIn(
  { values }: Asked,
  filters: Filters,
): { object: AuditedObject; object_id: number }[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const kind = 'isId' in filter && values[name] !== undefined ? kindOf(filter, values) : null
    return kind === null || kind === 'event' ? [] : [{ object: kind, object_id: Number(values[name]) }]
  })
}

/** Returns whether the list shows less than everything, wherever in the list. */
export function isFiltered(asked: Asked): boolean {
  return Object.keys(queryOf(asked)).length > 0
}

/** Returns the query for the service that lists the objects. Days are whole days in `zone`. */
export function listQueryOf({ from, until, before }: Asked, zone: string): ListQuery & { before: number } {
  return {
    ...newest(PER_PAGE, before),
    ...(from && { 'created[gte]': atHour(from, 0, zone) }),
    ...(until && { 'created[lt]': atHour(daysLater(until, 1), 0, zone) }),
  }
}

/** Returns the chosen values with their types. */
export function chosenOf<Given extends Filters>({ values }: Asked, filters: Given): Chosen<Given> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    'isId' in filters[name]! ? Number(value) : value,
  ])
  return Object.fromEntries(entries) as Chosen<Given>
}

function dayIn(text: string): Day | null {
  return isDay(text) ? text : null
}
