import {
  countLines,
  type ImportResult,
  kindOf,
  type LineKind,
} from '../../../common/domain/statements/import.ts'
import type { SkippedLine } from '../../../common/domain/statements/lines.ts'
import type { Mapping, MappingInput } from '../../../common/domain/statements/object.ts'
import { DATE_ORDERS } from '../../../common/domain/statements/read-day.ts'
import { DECIMAL_SEPARATORS } from '../../../common/domain/statements/read-money.ts'
import { areBothGiven } from '../../../common/domain/statements/unfit-mapping.ts'
import { bareAmount, formatDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import {
  type FoundImport,
  MOST_SHOWN,
  type OpenLine,
  type OpenLines,
  openLinesOf,
} from '../../../common/services/statements/imports.ts'
import type { MatchedLine, StatementPreview } from '../../../common/services/statements/preview.ts'
import { unreadableReason } from '../../../common/services/statements/report.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type TableView, type Tone } from '../kit/table.ts'

export interface ReviewInput extends ProjectInput {
  found: FoundImport
  /** The meaning of the lines now; null while or after they are confirmed. */
  preview: StatementPreview | null
  /** The lines that need a decision after the others were confirmed; null before. */
  openLines?: OpenLines | null
  /** When a person rejected payments that "Confirm" would confirm, by their ids. */
  rejected?: ReadonlyMap<number, Date>
  /** The columns of a form that was kept through a sign-in; empty without one. */
  typed?: Readonly<Record<string, string>>
}

/** The columns that can be corrected, in the order of the form. */
export const COLUMNS = [
  'date_column',
  'description_column',
  'credit_column',
  'debit_column',
  'sender_column',
  'amount_column',
] as const

const REFRESHED_EVERY = 2

const TONES: Record<LineKind, Tone> = {
  exact: 'good',
  amount_differs: 'bad',
  unknown_reference: 'neutral',
  already_confirmed: 'neutral',
  probably_recorded: 'neutral',
  paid_twice: 'bad',
  too_late: 'bad',
  unreadable: 'bad',
  skipped: 'neutral',
}

/** The kinds without a decision to make. */
const SETTLED: ReadonlySet<LineKind> = new Set<LineKind>(['exact', 'already_confirmed', 'skipped'])

/** Returns the page of an uploaded statement: what its lines mean, the progress, or the result. */
export function reviewView(input: ReviewInput): PageView {
  const { found, preview, openLines = null, rejected = new Map(), typed = {}, ...frame } = input
  const presenter = new Presenter(frame)
  const { t } = presenter
  const { status, done, total } = found
  const isRunning = status === 'confirming'
  const heading = t(`dashboard.import.heading_${status}`)
  const problem = preview?.problem ?? null
  const result = preview ? countLines(preview.lines, preview) : found.result
  const exact = result?.exact.count ?? 0
  const open = preview ? openLinesOf(preview) : openLines
  const number = (count: number) => count.toLocaleString('en')
  return {
    status: problem ? 422 : 200,
    template: 'dashboard/import/review',
    view: {
      ...projectFrame(frame, '/payments/import', {
        title: problem ? t('title.error', { title: heading }) : heading,
        // The number is part of the state, so that the script shows each progress.
        state: isRunning ? `dashboard_import_confirming-${done}` : `dashboard_import_${status}`,
        poll: isRunning ? REFRESHED_EVERY : 0,
      }),
      heading,
      back: { href: presenter.page('/payments/import'), label: t('dashboard.import.another') },
      problem: problem ? t('dashboard.import.correct_marked') : null,
      kinds: result && !problem ? kindsTable(result, found, presenter) : null,
      outgoing:
        result && !problem && result.outgoing > 0
          ? t('dashboard.import.outgoing', { count: result.outgoing })
          : null,
      confirm:
        preview && exact > 0
          ? t('dashboard.import.confirm', { count: exact, sum: presenter.money(result!.exact.sum) })
          : null,
      matched: preview && !problem ? matchedLines(exactLines(preview), rejected, presenter) : null,
      nothing: preview && !problem && exact === 0 ? nothingText(preview.lines, presenter) : null,
      progress: isRunning
        ? {
            done,
            total: Math.max(total, 1),
            text:
              total > 0
                ? t('dashboard.import.progress', { done: number(done), total: number(total) })
                : t('dashboard.import.begins'),
            refresh: presenter.page(`/payments/import/${found.id}`),
          }
        : null,
      finished: status === 'done' ? t('dashboard.import.finished', { count: done }) : null,
      report: status === 'done' ? presenter.page(`/payments/import/${found.id}/report.csv`) : null,
      sample: preview ? sampleTable(preview, presenter) : null,
      columns:
        preview && preview.format !== 'camt.053'
          ? columnsForm(
              preview,
              presenter,
              problem && { [problem.field]: problemOf(problem.field, found.mapping) },
              typed,
            )
          : null,
      open: problem !== null || typed.action === 'correct',
      lines: open && !problem ? openTable(open, presenter) : null,
      skipped: open && !problem ? skippedTable(open, presenter) : null,
    },
  }
}

/** Returns why no line can be confirmed. A member may upload the same file again, or one whose days overlap with the last one. */
function nothingText(lines: readonly MatchedLine[], { t }: Presenter): string {
  const count = lines.filter((line) => kindOf(line) === 'already_confirmed').length
  if (count === 0) return t('dashboard.import.nothing')
  return t(count === lines.length ? 'dashboard.import.nothing_new' : 'dashboard.import.recorded', { count })
}

function problemOf(field: string, given: MappingInput): SentenceKey {
  if (areBothGiven(given)) return 'dashboard.import.both_columns'
  switch (field) {
    case 'date_order':
    case 'date_column':
    case 'description_column':
      return `dashboard.import.wrong_${field}`
    default:
      return 'dashboard.import.wrong_amount_column'
  }
}

interface Kind {
  kind: LineKind
  text: string
  count: number
  sum: number
}

/** Returns the kinds of lines that occur. The lines that need a decision have their next step in a column of their own. */
function kindsTable(result: ImportResult, { status, done }: FoundImport, presenter: Presenter): TableView {
  const { t } = presenter
  const kinds = (Object.keys(TONES) as LineKind[]).flatMap((kind): Kind[] => {
    const { count, sum } = result[kind] ?? { count: 0, sum: 0 }
    if (count === 0) return []
    const name = kind === 'exact' && status === 'done' ? 'confirmed' : kind
    return [
      {
        kind,
        text: t(`dashboard.import.kind_${name}`),
        count: kind === 'exact' && status === 'done' ? done : count,
        sum,
      },
    ]
  })
  const columns: Column<Kind>[] = [
    {
      label: 'dashboard.import.kind',
      kind: 'what',
      cell: ({ kind, text }) => ({
        text,
        hint: SETTLED.has(kind) ? t(`dashboard.import.advice_${kind}`) : null,
      }),
    },
    { label: 'order.amount', kind: 'money', cell: ({ sum }) => (sum > 0 ? presenter.money(sum) : null) },
    { label: 'dashboard.import.lines', kind: 'count', cell: ({ count }) => count.toLocaleString('en') },
  ]
  return tableOf(kinds, columns, presenter, { label: t('dashboard.import.kinds') })
}

/** Returns the first lines, each with the cells that the columns point to. */
function sampleTable({ sample, mapping, headers }: StatementPreview, presenter: Presenter): TableView | null {
  const shown = COLUMNS.filter((name) => mapping[name] !== null)
  if (sample.length === 0 || shown.length === 0) return null
  const columns = shown.map((name): Column<(typeof sample)[number]> => {
    const index = mapping[name]! - 1
    return {
      label: name === 'description_column' ? 'dashboard.import.description' : `dashboard.import.${name}`,
      kind: name === 'date_column' ? 'what' : 'text',
      cell: ({ cells }) => cells[index] ?? '',
    }
  })
  const table = tableOf(sample, columns, presenter, { label: presenter.t('dashboard.import.sample') })
  return {
    ...table,
    columns: table.columns.map((column, at) => ({
      ...column,
      label: headerOf(shown[at]!, mapping, headers) ?? column.label,
    })),
  }
}

function headerOf(
  name: (typeof COLUMNS)[number],
  mapping: Mapping,
  headers: readonly string[],
): string | null {
  return headers[(mapping[name] ?? 0) - 1] || null
}

/** Returns the fields that correct the columns, with the guesses, and the problem next to its field. */
function columnsForm(
  { mapping, headers, sample }: StatementPreview,
  { t, locale }: Presenter,
  errors: Record<string, SentenceKey> | null,
  typed: Readonly<Record<string, string>>,
) {
  const count = Math.max(headers.length, ...sample.map(({ cells }) => cells.length))
  const options = Array.from({ length: count }, (_, index) => ({
    value: String(index + 1),
    label: t('dashboard.import.column', { number: index + 1, name: headers[index] ?? '' }).trim(),
    selected: false,
  }))
  const form = { locale, typed, errors: errors ?? {} }
  const none = { value: '', label: t('dashboard.import.no_column'), selected: false }
  const column = (name: (typeof COLUMNS)[number]) =>
    fieldOf(form, name, {
      label: t(`dashboard.import.${name}`),
      known: mapping[name] === null ? '' : String(mapping[name]),
      options: [none, ...options],
      half: true,
    })
  const choice = (
    name: 'date_order' | 'decimal_separator',
    values: readonly string[],
    keys: readonly SentenceKey[],
    hint: string | null = null,
  ) =>
    fieldOf(form, name, {
      ...{ label: t(`dashboard.import.${name}`), hint },
      known: mapping[name],
      options: values.map((value, at) => ({ value, label: t(keys[at]!), selected: false })),
      half: true,
    })
  return [
    ...COLUMNS.map(column),
    choice(
      'date_order',
      DATE_ORDERS,
      ['dashboard.import.date_dmy', 'dashboard.import.date_mdy'],
      t('dashboard.import.date_order_hint'),
    ),
    choice('decimal_separator', DECIMAL_SEPARATORS, [
      'dashboard.import.decimal_point',
      'dashboard.import.decimal_comma',
    ]),
  ]
}

/** Returns the lines that "Confirm" would confirm. */
export function exactLines(preview: StatementPreview | null): MatchedLine[] {
  return preview?.lines.filter(({ result }) => result === 'exact') ?? []
}

/** Returns the table of the lines that "Confirm" would confirm, rejected payments first; null without any. */
function matchedLines(
  matched: readonly MatchedLine[],
  rejected: ReadonlyMap<number, Date>,
  presenter: Presenter,
) {
  const rejectedAt = ({ paymentId }: OpenLine) => (paymentId === null ? undefined : rejected.get(paymentId))
  const line: Column<OpenLine> = {
    ...LINE,
    cell: (one, own) => {
      const at = rejectedAt(one)
      const cell = lineCell(one, own)
      return at ? { ...cell, hint: own.t('dashboard.import.rejected', { time: own.time(at) }) } : cell
    },
  }
  const lines = [...matched].sort(
    (one, other) => Number(rejectedAt(one) === undefined) - Number(rejectedAt(other) === undefined),
  )
  return linesTable('matched', lines.slice(0, MOST_SHOWN), lines.length, [line, AMOUNT, DAY], presenter)
}

/** Returns the lines that a member must decide about; null without any. */
function openTable({ open, openCount }: OpenLines, presenter: Presenter) {
  return linesTable('open', open, openCount, [DATED_LINE, AMOUNT, RESULT, NEXT_STEP], presenter)
}

/** Returns the lines without a transaction; null without any. */
function skippedTable({ skipped, skippedCount }: OpenLines, presenter: Presenter) {
  const column: Column<SkippedLine> = {
    label: 'dashboard.import.lines',
    kind: 'what',
    cell: ({ line, skipped: text }, { t }) => ({ text, hint: t('dashboard.import.line', { line }) }),
  }
  return linesTable('skipped', skipped, skippedCount, [column], presenter)
}

function lineCell(line: OpenLine, presenter: Presenter) {
  const { description, sender, line: number, result } = line
  const place = presenter.t('dashboard.import.line', { line: number })
  const href = addressOf(line, presenter)
  return {
    text: description || place,
    hint: result === 'unreadable' ? place : sender,
    ...(href !== null && { href }),
  }
}

const LINE: Column<OpenLine> = {
  label: 'dashboard.import.description',
  kind: 'what',
  cell: lineCell,
}

/** With the day below the text, so that the columns that need space have it. */
const DATED_LINE: Column<OpenLine> = {
  ...LINE,
  cell: (line, presenter) => {
    const day = dayOf(line, presenter)
    return { ...lineCell(line, presenter), lines: day === null ? [] : [day] }
  },
}

/**
 * Returns the page of the payment that a line is about, with a different amount filled in. Without a payment, the search for
 * the reference or the amount; null without both.
 */
function addressOf({ paymentId, reference, result, amount }: OpenLine, presenter: Presenter): string | null {
  const { currency } = presenter.input.project
  if (paymentId !== null)
    return presenter.page(
      `/payments/${paymentId}`,
      result === 'amount_differs' && amount !== null ? { arrived: bareAmount(amount, currency) } : {},
    )
  const text = reference ?? (amount === null ? null : bareAmount(amount, currency))
  return text === null ? null : presenter.page('/payments', { q: text })
}

const AMOUNT: Column<OpenLine> = {
  label: 'order.amount',
  kind: 'money',
  cell: ({ amount, expectedAmount: expected, result }, presenter) =>
    amount === null
      ? null
      : {
          text: presenter.money(amount),
          hint:
            result === 'amount_differs' && expected != null
              ? presenter.t('dashboard.import.expected', { amount: presenter.money(expected) })
              : null,
        },
}

const RESULT: Column<OpenLine> = {
  label: 'portal.status',
  kind: 'state',
  cell: (line, { t }) => ({ text: t(`dashboard.import.kind_${kindOf(line)}`), tone: TONES[kindOf(line)] }),
}

const DAY: Column<OpenLine> = {
  label: 'portal.date',
  kind: 'date',
  cell: dayOf,
}

/** Returns the day in the statement, which has no time, and so no zone; null without one. */
function dayOf({ day }: OpenLine, { locale }: Presenter): string | null {
  return day && formatDate(new Date(day), 'UTC', locale)
}

const NEXT_STEP: Column<OpenLine> = {
  label: 'dashboard.import.report_next',
  kind: 'text',
  cell: (line, { t, locale }) =>
    unreadableReason(line, locale) ?? t(`dashboard.import.advice_${kindOf(line)}`),
}

/** Returns a table with its heading; null without lines. `count` includes the lines that are not shown. */
function linesTable<Line>(
  id: 'matched' | 'open' | 'skipped',
  lines: readonly Line[],
  count: number,
  columns: readonly Column<Line>[],
  presenter: Presenter,
) {
  const { t } = presenter
  if (lines.length === 0) return null
  const heading = t(`dashboard.import.${id}`)
  return {
    id,
    heading,
    table: tableOf(lines, columns, presenter, { label: heading }),
    more: count > lines.length ? t('dashboard.import.more', { count: count - lines.length }) : null,
  }
}
