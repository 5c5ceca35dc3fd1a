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
  /** Identifies the line, also in another export of the same account. */
  hash: Buffer
}

export interface UnreadableLine {
  line: number
  /** The part that cannot be read; `date_order`: the date exists in the other order only; `currency`: it is another one. */
  part: 'date' | 'date_order' | 'amount' | 'currency'
  message: string
}

export type ReadLine = StatementLine | UnreadableLine | 'outgoing' | null

/** In characters. A payment's reference stands near the beginning. */
const LONGEST_TEXT = 500

/**
 * Returns a function that reads the rows of a statement one after the other. It returns null for a row
 * without a transaction, such as a total or a repeated header. `currencyColumns`: the columns, from 1, that name the
 * currency of each line; a line in another currency than the project's is unreadable.
 */
export function lineReader(
  mapping: Mapping,
  currency: string,
  currencyColumns: readonly number[] = [],
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

  return (row) => {
    const date = cellAt(row, dateColumn)
    const day = readDay(date, order)
    const cell = cellAt(row, mapping.credit_column ?? mapping.amount_column)
    const text = textOf(cell)
    const money = text === '' ? null : readMoney(cell, decimal, currency)
    if (money === null) {
      const debit = cellAt(row, mapping.debit_column)
      if (day !== null && textOf(debit) !== '' && /^[\s-]*$/.test(text)) return 'outgoing'
      if (day === null || text === '' || !/\d/.test(text)) return null
      if (namesOtherCurrency(text, currency))
        return {
          ...{ line: row.line, part: 'currency' },
          message: `The amount is in another currency than ${currency}: '${cut(text, 40)}'.`,
        }
      return { line: row.line, part: 'amount', message: `The amount '${cut(text, 40)}' cannot be read.` }
    }
    if (day === null) {
      // Totals have an amount and no date.
      if (!/\d/.test(textOf(date))) return null
      const month = wrongMonth(date, order)
      const shown = `The date '${cut(textOf(date), 40)}'`
      if (month !== null)
        return { line: row.line, part: 'date_order', message: `${shown} has no month ${month}.` }
      return { line: row.line, part: 'date', message: `${shown} cannot be read.` }
    }
    if (money.units < 0) return 'outgoing'
    if (money.units === 0 && money.isWhole)
      return textOf(cellAt(row, mapping.debit_column)) === '' ? null : 'outgoing'
    const stated = currencyColumns
      .map((column) => textOf(cellAt(row, column)))
      .find((text) => namesOtherCurrency(text, currency))
    if (stated !== undefined)
      return {
        ...{ line: row.line, part: 'currency' },
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
    }
  }
}
