import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PictureView } from '../../pages/frame.ts'
import type { Presenter } from './presenter.ts'

/** The colour of a status: all is well, something is wrong, a member of the shop must decide, it can be paid, or it is over. */
export type Tone = 'good' | 'bad' | 'awaited' | 'open' | 'neutral'

/** The content of a cell. A plain text has no other parts. */
export type Content =
  | string
  | null
  | {
      text: string
      hint?: string | null
      lines?: readonly string[]
      href?: string
      /** The part of the text that looks like a link, in a sentence that is one. */
      linked?: string
      tone?: Tone
      /** Whether it is a date that has passed, and something should have happened before. */
      isLate?: boolean
      /** A picture before the text; null leaves its place empty. */
      picture?: PictureView | null
    }

/**
 * A column of a table. `what` names the object and leads to its page, `who` is its customer. On a phone each row is a card:
 * `what` is its heading, `money` or otherwise `state` stands next to it, and the others follow, `text` and `count` with their
 * label. `each` is the price and quantity of a line. The lines of `unfolds` are behind its text.
 */
export interface Column<Item> {
  label: SentenceKey
  kind: 'what' | 'who' | 'money' | 'date' | 'state' | 'text' | 'count' | 'each' | 'unfolds'
  /** Whether its texts never break across lines. */
  isUnbroken?: true
  /** Whether its texts are addresses. A list shows at most three lines of one, and its page all of it. */
  isAddress?: true
  /** Whether its texts are amounts, which never break and are aligned at their last digit. */
  isAmount?: true
  /** Whether its texts are prices, whose amounts never break: an amount, with a period if the price is recurring. */
  isPrice?: true
  cell: (item: Item, presenter: Presenter) => Content
}

/** The labels of columns that are not shown on a phone, because their texts explain themselves. */
const SELF_EXPLAINING: ReadonlySet<SentenceKey> = new Set<SentenceKey>([
  'account.reference',
  'portal.date',
  'dashboard.products.created',
  'dashboard.products.product',
  'dashboard.prices.key',
  'dashboard.checkouts.items',
  'dashboard.deliveries.endpoint',
  'dashboard.import.report_next',
  'dashboard.waiting.result',
])

function classOf<Item>({ kind, isUnbroken, isAddress, isAmount, isPrice }: Column<Item>): string {
  if (isAddress) return `${kind} long-address`
  if (isAmount) return `${kind} one-line digits`
  if (isPrice) return `${kind} of-price`
  return isUnbroken ? `${kind} one-line` : kind
}

/** Returns the first letter or digit of a name, in capitals; empty without one. */
function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ''
}

interface CellView {
  kind: string
  /** Shown on a phone; null if the text needs none. */
  label: string | null
  text: string
  hint: string | null
  lines: readonly string[]
  href: string | null
  /** The text around the part that looks like a link; null for a text that is one as a whole. */
  around: { before: string; linked: string; after: string } | null
  isFold: boolean
  tone: Tone | null
  picture: PictureView | null
  /** Whether there is space for a picture. The picture may be missing: then the first letter of the text is there. */
  isPictured: boolean
  initial: string
}

/** A line below the rows, such as a total. */
export interface TableSum {
  label: string
  amount: string
  isTotal: boolean
}

/** A table for `dashboard/kit/table`. */
export interface TableView {
  label: string
  /** `isFold`: each cell has the label, so that its heading is only for screen readers. */
  columns: { label: string; kind: string; isFold?: boolean }[]
  /** `id` is unique in the page, so that a page that stays current keeps the row of an object; null without an address. */
  rows: { id: string | null; cells: CellView[] }[]
  sums?: readonly TableSum[]
  /** The columns before the amount of a sum. */
  span?: number
}

function aroundOf(text: string, linked: string): CellView['around'] {
  const at = text.indexOf(linked)
  return at < 0 ? null : { before: text.slice(0, at), linked, after: text.slice(at + linked.length) }
}

/** Returns a table with lines below its rows, whose amounts are in the last column. */
export function withSums(table: TableView, sums: readonly TableSum[]): TableView {
  return { ...table, sums, span: table.columns.length - 1 }
}

/** Returns a table of objects. `href` is the path of an object's page below the project and mode. */
export function tableOf<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  presenter: Presenter,
  {
    label,
    href,
    rowId,
  }: {
    label: string
    href?: ((item: Item) => string) | undefined
    rowId?: ((item: Item) => string) | undefined
  },
): TableView {
  const { t } = presenter
  return {
    label,
    columns: columns.map((column) => ({
      label: t(column.label),
      kind: classOf(column),
      isFold: column.kind === 'unfolds',
    })),
    rows: items.map((item) => ({
      id: rowId?.(item) ?? href?.(item).slice(1).replaceAll('/', '-') ?? null,
      cells: columns.map((column) => {
        const content = column.cell(item, presenter) ?? ''
        const parts = typeof content === 'string' ? { text: content } : content
        const own = column.kind === 'what' && href ? presenter.page(href(item)) : null
        return {
          ...{
            label: SELF_EXPLAINING.has(column.label) ? null : t(column.label),
            hint: null,
            lines: [],
            tone: null,
            picture: null,
          },
          ...parts,
          kind: classOf(column) + ('isLate' in parts && parts.isLate ? ' late' : ''),
          href: parts.href ?? own,
          around: 'linked' in parts ? aroundOf(parts.text, parts.linked) : null,
          isPictured: 'picture' in parts,
          initial: initialOf(parts.text),
          isFold: column.kind === 'unfolds',
        }
      }),
    })),
  }
}
