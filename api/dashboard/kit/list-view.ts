import type { Permission } from '../../../common/domain/members/role.ts'
import { atHour } from '../../../common/domain/subscriptions/calendar.ts'
import type { CsvColumn } from '../../../common/kit/csv.ts'
import { formatDate } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { MOST_FOUND } from '../../../common/kit/wanted.ts'
import type { ObjectName } from '../../../common/services/audit-log/names.ts'
import { fieldOf, type FieldView, sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { type Asked, type Filters, isFiltered, LONGEST_TEXT, type Menu, queryOf } from './filters.ts'
import { Presenter } from './presenter.ts'
import { setFilters } from './set-filters.ts'
import { type Column, tableOf } from './table.ts'

/** A sum of amounts, without those that are null. */
interface Sum<Item> {
  /** A sentence with the parameters `sum` and `count`. */
  label: SentenceKey
  of: (item: Item) => Amount | null
}

interface Understood {
  found: string
  query: Record<string, string>
  label: string
}

/** The appearance of a list. `ListPage` in list.ts adds how its objects are found. */
export interface ListDefinition<Item> {
  /** Below `/dashboard/:project/:mode`. */
  path: string
  /** The name of the page for scripts and tests, such as `dashboard_payments`. */
  state: string
  heading: SentenceKey
  /** The page that leads to this list and others, for a list that the navigation does not name. */
  back?: { path: string; label: SentenceKey }
  /** Shown while there are no objects: they will appear here, and how to get the first one. */
  empty: SentenceKey
  /** A sentence about the list, above its filters. */
  note?: (presenter: Presenter) => { text: string; link: { href: string; label: string } } | null
  /** The label of the search field, and its placeholder, which alone is visible on a phone; absent without a search. */
  searchField?: { label: SentenceKey; hint: SentenceKey }
  /**
   * The meaning of a search text that the list understands, such as an amount: a sentence about the found objects, and the
   * filter that lists all of them. Null for any other text.
   */
  understood?: (text: string, found: readonly Item[], presenter: Presenter) => Understood | null
  /** The list in which a search may succeed that finds nothing here. */
  elsewhere?: { path: string; heading: SentenceKey }
  filters: Filters
  /** A list of a few objects has no filters, not even by date. */
  isShort?: true
  columns: readonly Column<Item>[]
  /** The sum of the objects on a page. */
  sum?: Sum<Item>
  /** Several sums instead, in a sentence with the parameter `sums`. */
  sums?: { label: SentenceKey; parts: readonly Sum<Item>[] }
  /**
   * The columns of the list as a file, at the path of the list with `.csv`. Every list should have it. A function if they depend
   * on the filters.
   */
  csv?: readonly CsvColumn<Item>[] | ((asked: Asked) => readonly CsvColumn<Item>[])
  /** The path of an object's page; absent without such a page. */
  href?: (item: Item) => string
  /** The id of a row, if several objects lead to one page; default: the path of the page. */
  rowId?: (item: Item) => string
  /** Pages next to the heading, such as the one that creates an object. */
  links?: readonly ListLink[]
}

interface ListLink {
  path: string
  label: SentenceKey
  needs: Permission
  /** Whether it leads to parts of the objects, so that an empty list does not have it. */
  ofItems?: true
  /** Whether only an empty list has it, in the place of the objects. */
  whenEmpty?: true
}

export interface ListInput<Item> extends ProjectInput {
  items: readonly Item[]
  asked: Asked
  hasMore: boolean
  /** Whether the search has, or may have, more matches than it shows. */
  isCut?: boolean
  /** The names of the objects by whose id the list is filtered, by `keyOf`. */
  names?: ReadonlyMap<string, ObjectName>
  /** The sentence key of a problem with the search or the filters; null without one. */
  problem: string | null
}

/** Returns a page of a list. */
export function listView<Item extends { id: number }>(
  definition: ListDefinition<Item>,
  input: ListInput<Item>,
): PageView {
  const { items, asked, hasMore, isCut = false, problem, names = new Map(), ...frame } = input
  const presenter = new Presenter(frame)
  const { t } = presenter
  const heading = t(definition.heading)
  const query = queryOf(asked)
  const isSearch = asked.text !== ''
  const isUnfiltered = !isFiltered(asked) && asked.before === null && problem === null
  const isEmpty = isUnfiltered && items.length === 0
  const most =
    items.length < MOST_FOUND
      ? t('dashboard.list.not_all_searched')
      : t('dashboard.list.most_found', { most: MOST_FOUND })
  const understood = isSearch ? definition.understood?.(asked.text, items, presenter) : null
  const set = setFilters({ ...definition, asked, names, days: daysText(asked, presenter) }, presenter)
  const chips = isEmpty ? null : chipsOf(definition, asked, presenter)
  const chosen = chips?.links.slice(1).find(({ isCurrent }) => isCurrent)
  const inUse = [...(chosen ? [chosen.label] : []), ...set.map(({ text }) => text)]
  const newPath = definition.links?.find(({ path }) => path.endsWith('/new'))?.path
  const links = (definition.links ?? [])
    .filter(({ needs, ofItems, whenEmpty }) => presenter.may(needs) && !(isEmpty ? ofItems : whenEmpty))
    .map(({ path, label }) => ({ href: presenter.page(path), label: t(label), isMain: path === newPath }))
    .sort((one, other) => Number(one.isMain) - Number(other.isMain))
  const problemText = problem === null ? null : sentenceOf(problem, presenter.locale)
  const isOfSearch = problem === 'errors.search_short'
  const clear = isFiltered(asked) || problem !== null ? presenter.page(definition.path) : null
  return {
    status: problem === null ? 200 : 422,
    template: 'dashboard/list',
    view: {
      ...projectFrame(frame, definition.path, {
        ...{ title: heading, state: definition.state, keep: query, isLive: true },
      }),
      heading,
      back: definition.back
        ? { href: presenter.page(definition.back.path), label: t(definition.back.label) }
        : null,
      // An empty list has its main button in the place of the objects.
      links: isEmpty ? links.filter(({ isMain }) => !isMain) : links,
      newHere: isEmpty ? links.find(({ isMain }) => isMain) : null,
      note: definition.note?.(presenter) ?? null,
      lang: frame.addresses.lang ?? null,
      search:
        definition.searchField && !isEmpty
          ? {
              ...{
                label: t(definition.searchField.label),
                hint: t(definition.searchField.hint),
              },
              text: asked.text,
              most: LONGEST_TEXT,
              problem: isOfSearch ? problemText : null,
            }
          : null,
      chips,
      filters: definition.isShort || isEmpty ? null : filtersOf(definition, asked, inUse, presenter),
      set,
      problem: isOfSearch ? null : problemText,
      table:
        items.length > 0
          ? tableOf(items, definition.columns, presenter, {
              label: heading,
              href: definition.href,
              rowId: definition.rowId,
            })
          : null,
      sum: sumsText(definition, items, presenter),
      none:
        problem === null ? (isCut ? most : t(isEmpty ? definition.empty : 'dashboard.list.no_match')) : null,
      elsewhere:
        definition.elsewhere && isSearch && items.length === 0 && problem === null
          ? {
              href: presenter.page(definition.elsewhere.path, { q: asked.text }),
              label: t('dashboard.list.elsewhere', {
                text: asked.text,
                list: t(definition.elsewhere.heading),
              }),
            }
          : null,
      clear,
      // A search text that is too short is corrected in its field.
      clearBelow: clear !== null && (items.length > 0 || (problem !== null && !isOfSearch)),
      found: understood && {
        text: understood.found,
        most:
          isCut && items.length === MOST_FOUND ? t('dashboard.list.first_found', { most: MOST_FOUND }) : null,
        all: isCut
          ? { href: presenter.page(definition.path, understood.query), label: understood.label }
          : null,
      },
      most: isCut && items.length > 0 && (!understood || items.length < MOST_FOUND) ? most : null,
      csv:
        definition.csv && items.length > 0 && !isSearch
          ? presenter.page(`${definition.path}.csv`, query)
          : null,
      newest: asked.before === null ? null : presenter.page(definition.path, query),
      older: hasMore ? presenter.page(definition.path, { ...query, before: String(items.at(-1)!.id) }) : null,
    },
  }
}

/** Returns the values of the most used filter as links, which keep the other filters; null without such a filter. */
function chipsOf<Item>({ path, filters }: ListDefinition<Item>, asked: Asked, presenter: Presenter) {
  const { t } = presenter
  const [name, filter] =
    Object.entries(filters).find((entry): entry is [string, Menu] => 'isChips' in entry[1]) ?? []
  if (name === undefined || filter === undefined) return null
  const more = Object.entries(filters).filter((entry): entry is [string, Menu] => 'chipAfter' in entry[1])
  const { q, [name]: chosen, ...others } = queryOf(asked)
  for (const [own] of more) delete others[own]
  // A search looks at all objects, whatever the filters are.
  const current =
    q === undefined ? (more.find(([own]) => asked.values[own] !== undefined)?.[0] ?? chosen) : undefined
  const chip = (label: string, query: Record<string, string>, isCurrent: boolean) => ({
    ...{ label, href: presenter.page(path, { ...others, ...query }), isCurrent },
  })
  const chipsAfter = (value: string) =>
    more
      .filter(([, { chipAfter }]) => chipAfter === value)
      .map(([own, menu]) => {
        const only = menu.options[0]!
        return chip(menu.text(only, t), { [own]: only }, own === current)
      })
  return {
    label: t(filter.label),
    links: [
      chip(t('dashboard.list.all'), {}, current === undefined),
      ...filter.options.flatMap((value) => [
        chip(filter.text(value, t), { [name]: value }, value === current),
        ...chipsAfter(value),
      ]),
    ],
  }
}

/** Returns the fields of the other filters, and those in use. Filters without a field stay when these are changed. */
function filtersOf<Item>(
  { filters }: ListDefinition<Item>,
  asked: Asked,
  inUse: readonly string[],
  presenter: Presenter,
) {
  const { t, locale } = presenter
  const { values, from, until } = asked
  const typed: Record<string, string> = { ...values, from: from ?? '', until: until ?? '' }
  const field = (name: string, attributes: { label: string; options?: FieldView['options'] }): FieldView => ({
    ...fieldOf({ locale, typed, errors: {} }, name, { ...attributes, known: null, required: true }),
    required: false, // but without the mark "(optional)", because every filter is
  })
  const hidden: { name: string; value: string }[] = []
  const fields: FieldView[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const value = values[name]
    if ('isId' in filter || filter.isChips || filter.chipAfter !== undefined) {
      if (value !== undefined) hidden.push({ name, value })
      continue
    }
    const options = filter.options.map((one) => ({ value: one, label: filter.text(one, t), selected: false }))
    const all = { value: '', label: t(filter.none ?? 'dashboard.list.all'), selected: false }
    fields.push(field(name, { label: t(filter.label), options: [all, ...options] }))
  }
  const day = (name: string, label: SentenceKey): FieldView => ({
    ...field(name, { label: t(label) }),
    type: 'date',
  })
  fields.push(day('from', 'dashboard.list.from'), day('until', 'dashboard.list.until'))
  return { label: t('dashboard.list.filter'), inUse: inUse.join(' · '), fields, hidden }
}

/** Returns the sums of the objects on the page; null without any. */
function sumsText<Item>(
  { sum, sums }: ListDefinition<Item>,
  items: readonly Item[],
  presenter: Presenter,
): string | null {
  if (sum) return sumText(sum, items, presenter)
  const texts = (sums?.parts ?? []).flatMap((part) => sumText(part, items, presenter) ?? [])
  return sums && texts.length > 0 ? presenter.t(sums.label, { sums: texts.join(', ') }) : null
}

/** Returns a sum of the objects on the page, in each currency; null without any. */
function sumText<Item>(sum: Sum<Item>, items: readonly Item[], presenter: Presenter): string | null {
  const sums = new Map<string, Amount>()
  let count = 0
  for (const item of items) {
    const amount = sum.of(item)
    const { currency } = item as { currency: string }
    if (amount === null) continue
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
    count += 1
  }
  if (sums.size === 0) return null
  const texts = Array.from(sums, ([currency, amount]) => presenter.money(amount, currency))
  return presenter.t(sum.label, { sum: texts.join(' + '), count })
}

/** Returns the range of days in words; one without an end is open. Null without a range. */
function daysText({ from, until }: Asked, { t, input, locale }: Presenter): string | null {
  if (from === null && until === null) return null
  const [first, last] = [from, until].map((day) =>
    day === null ? '' : formatDate(atHour(day, 12, input.project.timezone), input.project.timezone, locale),
  )
  if (from === null) return t('dashboard.list.to_day', { day: last! })
  if (until === null) return t('dashboard.list.from_day', { day: first! })
  return from === until ? first! : t('dashboard.list.days', { first: first!, last: last! })
}
