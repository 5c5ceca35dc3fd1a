import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { keyOf, type ObjectName } from '../../../common/services/audit-log/names.ts'
import { shortName, withPrice } from '../../../common/services/text/names.ts'
import { type Asked, type ById, type FilterKind, type Filters, kindOf, queryOf } from './filters.ts'
import type { Presenter } from './presenter.ts'

/** A filter that is set, as a link that removes it. */
export interface SetFilter {
  id: string
  text: string
  href: string
}

interface Given {
  path: string
  filters: Filters
  asked: Asked
  /** The names of the objects by whose id the list is filtered, by `keyOf`. */
  names: ReadonlyMap<string, ObjectName>
  /** The days that are set, in words; null without any. */
  days: string | null
}

/** Returns the filters that are set, except the one whose values are links already. A search ignores filters. */
export function setFilters(given: Given, presenter: Presenter): SetFilter[] {
  const { path, filters, asked, days } = given
  const { text, values } = asked
  const { t } = presenter
  if (text !== '') return []
  const query = queryOf(asked)
  const without = (...names: string[]) =>
    presenter.page(path, Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name))))
  const set = Object.entries(filters).flatMap(([name, filter]): SetFilter[] => {
    const value = values[name]
    if (value === undefined) return []
    const one = (label: string) => ({ id: `set-${name}`, text: label, href: without(name) })
    if ('isId' in filter) return [one(idText(filter, value, given, presenter))]
    // The id names the kind as well.
    if (filter.isChips || filter.chipAfter !== undefined || namesKind(name, given)) return []
    return [one(t('dashboard.list.set_to', { filter: t(filter.label), value: filter.text(value, t) }))]
  })
  if (days === null) return set
  const dates = t('dashboard.list.set_to', { filter: t('dashboard.list.dates'), value: days })
  return [...set, { id: 'set-days', text: dates, href: without('from', 'until') }]
}

/** Returns whether the value of a menu is the kind of an object by whose id the list is filtered. */
function namesKind(name: string, { filters, asked: { values } }: Given): boolean {
  return Object.entries(filters).some(([own, filter]) =>
    values[own] !== undefined && 'isId' in filter && filter.of && 'filter' in filter.of
      ? filter.of.filter === name
      : false,
  )
}

/** Returns the object of a filter: `Customer: Saraa`, `Payment 90`; or its amount. */
function idText(filter: ById, value: string, given: Given, presenter: Presenter): string {
  const { t } = presenter
  const setTo = (label: SentenceKey, text: string) =>
    t('dashboard.list.set_to', { filter: t(label), value: text })
  if (filter.of === null) return setTo('order.amount', presenter.money(Number(value)))
  const kind = kindOf(filter, given.asked.values)
  const known = kind === null || kind === 'event' ? null : nameOf(kind, value, given, presenter)
  const label = 'filter' in filter.of ? filter.of.label : null
  if (kind === null || (label !== null && known !== null))
    return setTo(label ?? 'dashboard.audit.object', known ?? t('audit.number', { id: value }))
  const object = labelOf(kind)
  return known === null ? t('dashboard.audit.what', { object: t(object), id: value }) : setTo(object, known)
}

function labelOf(kind: FilterKind): SentenceKey {
  return kind === 'event' ? 'dashboard.deliveries.event' : `audit.object.${kind}`
}

function nameOf(
  object: Exclude<FilterKind, 'event'>,
  value: string,
  { names }: Given,
  presenter: Presenter,
): string | null {
  const known = names.get(keyOf({ object, object_id: Number(value) }))
  if (!known?.name) return null
  const name = shortName({ name: known.name })
  return object === 'price' && known.amount !== null ? withPrice(name, presenter.money(known.amount)) : name
}
