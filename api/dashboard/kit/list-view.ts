import type { Permission } from '../../../common/domain/members/role.ts'
import type { CsvColumn } from '../../../common/kit/csv.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { MOST_FOUND } from '../../../common/kit/wanted.ts'
import { fieldOf, type FieldView, sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { type Asked, type Filters, isFiltered, LONGEST_TEXT, queryOf } from './filters.ts'
import { Presenter } from './presenter.ts'
import { type Column, tableOf } from './table.ts'

/** The appearance of a list. `ListPage` in list.ts adds how its objects are found. */
export interface ListLook<Item> {
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
  /** The label of the search field; absent without a search. */
  searchLabel?: SentenceKey
  /** The list in which a search may succeed that finds nothing here. The sentence has the parameter `text`. */
  elsewhere?: { path: string; label: SentenceKey }
  filters: Filters
  /** A list of a few objects has no filters, not even by date. */
  isShort?: true
  columns: readonly Column<Item>[]
  /** The columns of the list as a file, at the path of the list with `.csv`. Every list should have it. */
  csv?: readonly CsvColumn<Item>[]
  /** The path of an object's page; absent without such a page. */
  href?: (item: Item) => string
  /** Pages next to the heading, such as the one that creates an object. */
  links?: readonly { path: string; label: SentenceKey; needs: Permission }[]
}

export interface ListInput<Item> extends ProjectInput {
  items: readonly Item[]
  asked: Asked
  hasMore: boolean
  /** The sentence key of a problem with the search or the filters; null without one. */
  problem: string | null
}

/** Returns a page of a list. */
export function listView<Item extends { id: number }>(
  look: ListLook<Item>,
  input: ListInput<Item>,
): PageView {
  const { items, asked, hasMore, problem, ...frame } = input
  const presenter = new Presenter(frame)
  const { t } = presenter
  const heading = t(look.heading)
  const query = queryOf(asked)
  const isSearch = asked.text !== ''
  const isWhole = !isFiltered(asked) && asked.before === null && problem === null
  const isEmpty = isWhole && items.length === 0
  const keep = new URLSearchParams(query).toString()
  const newPath = look.links?.find(({ path }) => path.endsWith('/new'))?.path
  return {
    status: problem === null ? 200 : 422,
    template: 'dashboard/list',
    view: {
      ...projectFrame(frame, look.path, {
        ...{ title: heading, state: look.state, keep: keep && `${keep}&`, isLive: true },
      }),
      heading,
      back: look.back ? { href: presenter.page(look.back.path), label: t(look.back.label) } : null,
      links: (look.links ?? [])
        .filter(({ needs }) => presenter.may(needs))
        .map(({ path, label }) => ({
          href: presenter.page(path),
          label: t(label),
          isMain: path === newPath,
        })),
      note: look.note?.(presenter) ?? null,
      lang: frame.addresses.lang ?? null,
      search:
        look.searchLabel && !isEmpty
          ? {
              label: t(look.searchLabel),
              text: asked.text,
              most: LONGEST_TEXT,
              isWrong: isSearch && problem !== null,
            }
          : null,
      filters: look.isShort || isEmpty ? null : filtersOf(look, asked, presenter),
      problem: problem === null ? null : sentenceOf(problem, presenter.locale),
      table:
        items.length > 0
          ? tableOf(items, look.columns, presenter, { label: heading, href: look.href })
          : null,
      none: problem === null ? t(isEmpty ? look.empty : 'dashboard.list.no_match') : null,
      elsewhere:
        look.elsewhere && isSearch && items.length === 0 && problem === null
          ? {
              href: presenter.page(look.elsewhere.path, { q: asked.text }),
              label: t(look.elsewhere.label, { text: asked.text }),
            }
          : null,
      clear: isFiltered(asked) || problem !== null ? presenter.page(look.path) : null,
      most:
        isSearch && items.length >= MOST_FOUND ? t('dashboard.list.most_found', { most: MOST_FOUND }) : null,
      csv: look.csv && items.length > 0 && !isSearch ? presenter.page(`${look.path}.csv`, query) : null,
      newest: asked.before === null ? null : presenter.page(look.path, query),
      older: hasMore ? presenter.page(look.path, { ...query, before: String(items.at(-1)!.id) }) : null,
    },
  }
}

/** Returns the fields of the filters. Those by id have no field, but stay when the others are changed. */
function filtersOf<Item>({ filters }: ListLook<Item>, asked: Asked, { t, locale }: Presenter) {
  const { values, from, until } = asked
  const typed: Record<string, string> = { ...values, from: from ?? '', until: until ?? '' }
  const field = (name: string, attributes: { label: string; options?: FieldView['options'] }): FieldView => ({
    ...fieldOf({ locale, typed, errors: {} }, name, { ...attributes, known: null, required: true }),
    required: false, // but without the mark "(optional)", because every filter is
  })
  const byId: { name: string; value: string; label: string }[] = []
  const fields: FieldView[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const value = values[name]
    if ('isId' in filter) {
      if (value !== undefined) byId.push({ name, value, label: t(filter.label) })
      continue
    }
    const options = filter.options.map((one) => ({ value: one, label: filter.text(one, t), selected: false }))
    const all = { value: '', label: t('dashboard.list.all'), selected: false }
    fields.push(field(name, { label: t(filter.label), options: [all, ...options] }))
  }
  const day = (name: string, label: SentenceKey): FieldView => ({
    ...field(name, { label: t(label) }),
    type: 'date',
  })
  fields.push(day('from', 'dashboard.list.from'), day('until', 'dashboard.list.until'))
  const count = Object.keys(values).length + Number(from !== null) + Number(until !== null)
  return { fields, byId, count: count === 0 ? null : count }
}
