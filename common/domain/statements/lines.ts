import type { Amount } from '../../kit/money.ts'
import { sha256 } from '../../kit/secrets.ts'
import { cut } from '../../kit/text.ts'
import { type Cell, type Row, textOf } from './cell.ts'
import type { Mapping } from './object.ts'
import { readDay, wrongMonth } from './read-day.ts'
import { namesOtherCurrency, readMoney } from './read-money.ts'
import { referencesIn } from './references.ts'

/** Money that came in, as a statement says it. */
export interface StatementLine {
  line: number
  /** `YYYY-MM-DD` */
  day: string
  /** Null if it is not a whole number of the currency's units. */
  amount: Amount | null
  description: string
  sender: string | null
  references: { exact: string[]; spaced: string[] }
  /** Identifies the line in every export with the same layout. */
  hash: Buffer
  transfer: Transfer
}

/** Identifies a transfer across exports of one account, as far as they agree. It holds no text of a person. */
export interface Transfer {
  /** Currency, day, amount, and the folded description. */
  textHash: Buffer
  /** The same with the sender; null if the export does not name one. */
  senderHash: Buffer | null
  /** The layout of the export. Exports with one layout write a transfer in one way. */
  layoutHash: Buffer
}

export interface UnreadableLine {
  line: number
  /**
   * The part that cannot be read; `date_order`: the date exists in the other order only; `no_digit`: the amount has no digit;
   * `currency`: it is another one.
   */
  part: 'date' | 'date_order' | 'amount' | 'no_digit' | 'currency'
  message: string
  /** The cells of the line. */
  text: string
}

/** A line without a transaction, such as a total, a heading or a note of the bank. */
export interface SkippedLine {
  line: number
  skipped: string
}

export type ReadLine = StatementLine | UnreadableLine | SkippedLine | 'outgoing' | null

/** In characters. A payment's reference stands near the beginning. */
const LONGEST_TEXT = 500
/** The most characters of a line that is not read. */
const LONGEST_SHOWN = 200

/**
 * Returns a function that reads the rows of a statement one after the other. It returns null for an empty row.
 * `currencyColumns`: the columns, from 1, that name the currency of each line; a line in another currency than the project's
 * is unreadable. `layout`: the format and the header of the file.
 */
export function lineReader(
  mapping: Mapping,
  currency: string,
  currencyColumns: readonly number[] = [],
  layout = '',
): (row: Row) => ReadLine {
  const { date_order: order, decimal_separator: decimal } = mapping
  const {
    date_column: dateColumn,
    description_column: descriptionColumn,
    sender_column: senderColumn,
  } = mapping
  const cellAt = ({ cells }: Row, column: number | null): Cell =>
    column === null ? '' : (cells[column - 1] ?? '')
  const seen = new Map<string, number>()
  const layoutHash = sha256(JSON.stringify([layout, order, dateColumn, descriptionColumn, senderColumn]))

  return (row) => {
    const date = cellAt(row, dateColumn)
    const day = readDay(date, order)
    const cell = cellAt(row, mapping.credit_column ?? mapping.amount_column)
    const text = textOf(cell)
    const money = text === '' ? null : readMoney(cell, decimal, currency)
    if (money === null) {
      const debit = cellAt(row, mapping.debit_column)
      if (day !== null && textOf(debit) !== '' && /^[\s\p{Pd}]*$/u.test(text)) return 'outgoing'
      if (day === null || /^[\s\p{Pd}]*$/u.test(text)) return skip(row)
      const hasDigit = /\d/.test(text)
      if (hasDigit && namesOtherCurrency(text, currency))
        return {
          ...{ line: row.line, part: 'currency', text: shownText(row) },
          message: `The amount is in another currency than ${currency}: '${cut(text, 40)}'.`,
        }
      const message = `The amount '${cut(text, 40)}' cannot be read.`
      return { line: row.line, part: hasDigit ? 'amount' : 'no_digit', message, text: shownText(row) }
    }
    if (day === null) {
      // Totals have an amount and no date.
      if (!/\d/.test(textOf(date))) return skip(row)
      const month = wrongMonth(date, order)
      const shown = `The date '${cut(textOf(date), 40)}'`
      const common = { line: row.line, text: shownText(row) }
      if (month !== null) return { ...common, part: 'date_order', message: `${shown} has no month ${month}.` }
      return { ...common, part: 'date', message: `${shown} cannot be read.` }
    }
    if (money.units < 0) return 'outgoing'
    if (money.units === 0 && money.isWhole)
      return textOf(cellAt(row, mapping.debit_column)) === '' ? skip(row) : 'outgoing'
    const stated = currencyColumns
      .map((column) => textOf(cellAt(row, column)))
      .find((text) => namesOtherCurrency(text, currency))
    if (stated !== undefined)
      return {
        ...{ line: row.line, part: 'currency', text: shownText(row) },
        message: `The amount is in ${cut(stated.trim(), 10)}, and all payments of this project are in ${currency}.`,
      }
    const description = cut(textOf(cellAt(row, descriptionColumn)), LONGEST_TEXT)
    const sender = cut(textOf(cellAt(row, senderColumn)), LONGEST_TEXT) || null
    const identity = JSON.stringify([currency, day, money.units, money.isWhole, description, sender])
    const times = (seen.get(identity) ?? 0) + 1
    seen.set(identity, times)
    return {
      line: row.line,
      day,
      amount: money.isWhole ? money.units : null,
      description,
      sender,
      references: referencesIn(description),
      hash: sha256(`${identity} ${times}`),
      transfer: {
        ...transferHashes([currency, day, money.units, money.isWhole], description, sender),
        layoutHash,
      },
    }
  }
}

function skip(row: Row): SkippedLine | null {
  const skipped = shownText(row)
  return skipped === '' ? null : { line: row.line, skipped }
}

function shownText({ cells }: Row): string {
  return cut(
    cells
      .map(textOf)
      .filter((text) => text !== '')
      .join(' · '),
    LONGEST_SHOWN,
  )
}

function transferHashes(facts: readonly unknown[], description: string, sender: string | null) {
  const text = [...facts, folded(description)]
  return {
    textHash: sha256(JSON.stringify(text)),
    senderHash: sender === null ? null : sha256(JSON.stringify([...text, folded(sender)])),
  }
}

/** Mongolian letters that some character sets lack, and the signs that replace them. */
const REPLACED = /[\s?\uFFFDүуїvyөоєo]+/g

/** Returns a text without white space, case, and the letters in which exports in other character sets differ. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(REPLACED, '')
}
