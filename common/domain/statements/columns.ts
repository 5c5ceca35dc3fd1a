import { type Cell, type Row, textOf } from './cell.ts'
import type { Mapping, MappingInput } from './object.ts'
import { guessOrder, readDay } from './read-day.ts'
import { guessDecimal, readMoney } from './read-money.ts'

/** The kinds of values in a column of a statement. */
export const ROLES = ['date', 'amount', 'credit', 'debit', 'description', 'sender'] as const

type Role = (typeof ROLES)[number]

/** The headers of each role, in the languages of banks' exports, the most specific first. */
const HEADERS: Readonly<Record<Role, readonly string[]>> = {
  date: [
    'гүйлгээний огноо',
    'transaction date',
    'booking date',
    'огноо',
    'date',
    'posted',
    'value date',
    'дата',
  ],
  description: [
    'гүйлгээний утга',
    'утга',
    'description',
    'transaction details',
    'details',
    'тайлбар',
    'narrative',
    'remittance information',
    'purpose',
    'назначение платежа',
    'memo',
    'message',
  ],
  credit: ['орлого', 'кредит', 'credit', 'paid in', 'money in', 'deposit', 'приход'],
  debit: ['зарлага', 'дебит', 'дебет', 'debit', 'paid out', 'money out', 'withdrawal', 'расход'],
  amount: ['гүйлгээний дүн', 'мөнгөн дүн', 'дүн', 'amount', 'сумма', 'sum'],
  sender: [
    'харьцсан данс',
    'харилцсан данс',
    'илгээгч',
    'шилжүүлэгч',
    'counter account',
    'counterparty',
    'sender',
    'payer',
    'from',
    'дансны нэр',
  ],
}

/** Words of the header of a column with exchange rates, which names no currency. */
const RATES = ['ханш', 'rate', 'курс']
/** The beginnings of words in the header of a column that names each line's currency: `валютын төрөл`. */
const CURRENCY = ['currency', 'ccy', 'валют']
/** Columns with these words hold no role, though `кредит үлдэгдэл` contains the word for credit. */
const OTHERS = ['үлдэгдэл', 'balance', 'остаток', ...RATES, ...CURRENCY]

/**
 * Letters that Mongolian exports use for `ү` and `ө`: some character sets lack these, and some keyboards do. Headers are
 * compared after this.
 */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ ү: 'у', ї: 'у', v: 'у', y: 'у' },
  ...{ ө: 'о', є: 'о', o: 'о', ё: 'е' },
}

/** Returns a header in the form in which headers are compared. */
export function foldHeader(cell: Cell | undefined): string {
  return textOf(cell)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/./gu, (letter) => ALIKE[letter] ?? letter)
}

const WORDS = Object.fromEntries(
  ROLES.map((role) => [role, HEADERS[role].map(foldHeader)]),
) as unknown as Readonly<Record<Role, readonly string[]>>
const OTHER_WORDS = OTHERS.map(foldHeader)

/** Beginnings of words in the header of a column about the other side of a transaction, whose account may be in any currency. */
const OTHER_SIDE = ['харьцсан', 'харилцсан', 'counter'].map(foldHeader)
const RATE_WORDS = RATES.map(foldHeader)
const CURRENCY_WORDS = CURRENCY.map(foldHeader)

/** Returns the columns, from 1, whose headers say that they name the currency of each line. */
export function currencyColumns(headers: readonly string[]): number[] {
  return headers.flatMap((header, index) => {
    const words = foldHeader(header).split(' ')
    const begins = (beginnings: readonly string[]) =>
      words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
    return begins(CURRENCY_WORDS) && !begins([...RATE_WORDS, ...OTHER_SIDE]) ? [index + 1] : []
  })
}

/** The header is one of the first rows: an account's name, number and period are above it. */
const HEADER_WITHIN = 60
/** The rows whose cells decide what a column without a known header holds. */
export const SAMPLE = 200

type Columns = Partial<Record<Role, number | undefined>>

/** Returns the columns of the roles that a header names, from 1. */
function columnsNamed(row: Row): Columns {
  const headers = row.cells.map(foldHeader)
  const columns: Columns = {}
  for (const role of ROLES) {
    let best = { rank: Infinity, column: 0 }
    for (const [index, header] of headers.entries()) {
      if (header === '' || header.length > 60 || OTHER_WORDS.some((word) => header.includes(word))) continue
      const rank = rankOf(header, WORDS[role])
      if (rank < best.rank) best = { rank, column: index + 1 }
    }
    if (best.column > 0) columns[role] = best.column
  }
  return columns
}

/** Returns how well a header fits, lower is better: equal to a word, then containing it; Infinity if it does not fit. */
function rankOf(header: string, words: readonly string[]): number {
  const equal = words.indexOf(header)
  if (equal >= 0) return equal
  const padded = ` ${header} `
  const within = words.findIndex((word) => padded.includes(` ${word}`))
  return within >= 0 ? words.length + within : Infinity
}

/**
 * Finds the header: the row that names the most roles, at least two, or one in a first row without a digit. Returns null
 * without one.
 */
function findHeader(rows: readonly Row[]): { row: Row; columns: Columns } | null {
  let best: { row: Row; columns: Columns; count: number } | null = null
  for (const [index, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    const columns = columnsNamed(row)
    const count = new Set(Object.values(columns)).size
    const least = index === 0 && row.cells.every((cell) => !/\d/.test(textOf(cell))) ? 1 : 2
    if (count >= least && count > (best?.count ?? 0)) best = { row, columns, count }
  }
  return best
}

/** Returns the header of a statement, for remembering the mapping of files with the same header. */
export function headerKey(rows: readonly Row[], mapping: Mapping): string {
  const header = rows.find(({ line }) => line === mapping.header_row)
  if (header) return header.cells.map(foldHeader).join('\n')
  return `without a header: ${Math.max(0, ...rows.slice(0, SAMPLE).map(({ cells }) => cells.length))} columns`
}

/** Returns the rows below the header. */
export function rowsBelow(rows: readonly Row[], headerRow: number): readonly Row[] {
  const first = rows.findIndex(({ line }) => line > headerRow)
  return first < 0 ? [] : rows.slice(first)
}

/**
 * Guesses which column holds what, by the header and otherwise by the cells. `given` wins. A column that was not found
 * is null.
 */
export function guessMapping(rows: readonly Row[], given: MappingInput, currency: string): Mapping {
  const headed = given.header_row === undefined ? findHeader(rows) : headerAt(rows, given.header_row)
  const headerRow = given.header_row ?? headed?.row.line ?? 0
  const below = rowsBelow(rows, headerRow).slice(0, SAMPLE)
  const columns = withGiven(headed?.columns ?? {}, given)
  fillByContent(columns, below, currency)
  const { date, amount, credit, debit, description, sender } = columns
  const cellsOf = (column: number | undefined) =>
    column === undefined ? [] : below.flatMap(({ cells }) => cells[column - 1] ?? [])
  const money = [...cellsOf(credit), ...cellsOf(debit), ...cellsOf(amount)]
  return {
    header_row: headerRow,
    date_column: date ?? null,
    amount_column: credit === undefined ? (amount ?? null) : null,
    credit_column: credit ?? null,
    debit_column: credit === undefined ? null : (debit ?? null),
    description_column: description ?? null,
    sender_column: sender ?? null,
    date_order: given.date_order ?? guessOrder(cellsOf(date)),
    decimal_separator: given.decimal_separator ?? guessDecimal(money, currency),
  }
}

function headerAt(rows: readonly Row[], line: number) {
  const row = rows.find((one) => one.line === line)
  return row ? { row, columns: columnsNamed(row) } : null
}

/** Adds the given columns. A column that is given for a role is guessed for no other one. */
function withGiven(guessed: Columns, given: MappingInput): Columns {
  const columns: Columns = {}
  const told = ROLES.flatMap((role) => given[`${role}_column`] ?? [])
  for (const role of ROLES) {
    const column = given[`${role}_column`] ?? guessed[role]
    if (column !== undefined && (given[`${role}_column`] !== undefined || !told.includes(column)))
      columns[role] = column
  }
  if (given.amount_column !== undefined && given.credit_column === undefined) delete columns.credit
  return columns
}

/** Finds the columns that no header names by their cells. */
function fillByContent(columns: Columns, rows: readonly Row[], currency: string): void {
  const taken = () => new Set(Object.values(columns))
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const find = (scoreOf: (cells: readonly Cell[]) => number): number | undefined => {
    let best: { score: number; column: number } | undefined
    for (let column = 1; column <= count; column += 1) {
      if (taken().has(column)) continue
      const score = scoreOf(rows.flatMap(({ cells }) => cells[column - 1] ?? []))
      if (score > (best?.score ?? 0)) best = { score, column }
    }
    return best?.column
  }
  const most = (fits: (cell: Cell) => boolean) => (cells: readonly Cell[]) => {
    const filled = cells.filter((cell) => cell !== '')
    const share = filled.filter(fits).length / Math.max(1, filled.length)
    return share > 0.6 ? share * filled.length : 0
  }
  // A number of five digits may be a date or an amount, so only written dates decide.
  columns.date ??= find(
    most((cell) => typeof cell === 'string' && /\D/.test(cell) && readDay(cell, 'dmy') !== null),
  )
  if (columns.credit === undefined)
    columns.amount ??= find(
      most((cell) => readMoney(cell, guessDecimal([cell], currency), currency) !== null),
    )
  columns.description ??= find((cells) => {
    const texts = cells.filter((cell) => typeof cell === 'string' && /\p{L}/u.test(cell))
    return texts.reduce<number>((sum, text) => sum + String(text).length, 0)
  })
}
