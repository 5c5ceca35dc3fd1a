import { DAY } from '../../kit/time.ts'
import { type Cell, textOf } from './cell.ts'

/** The orders of day and month in dates that do not begin with the year. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const

export type DateOrder = (typeof DATE_ORDERS)[number]

/** The days that a spreadsheet counts from 1900: from 1954 to 2119. Other numbers are not dates. */
const FIRST_SERIAL = 20_000
const LAST_SERIAL = 80_000
const SERIAL_ZERO = Date.UTC(1899, 11, 30)

/** After a date, a time may follow. */
const YEAR_FIRST = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?=$|[\sT,.])/
const YEAR_LAST = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})(?=$|[\s,.])/
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?=$|[\sT]|\d{6}$)/
const SERIAL = /^\d{5}(?:\.\d+)?$/

/** Reads the day of a date as `YYYY-MM-DD`. Returns null if the cell is not a date, or the day does not exist. */
export function readDay(cell: Cell, order: DateOrder): string | null {
  const text = textOf(cell)
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text)
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3])
  const [, first, second, year] = YEAR_LAST.exec(text) ?? []
  if (year !== undefined) {
    const fullYear = year.length === 2 ? `20${year}` : year
    return order === 'dmy' ? dayOf(fullYear, second, first) : dayOf(fullYear, first, second)
  }
  return SERIAL.test(text) ? daySince1900(Number(text)) : null
}

/** Returns the number in the place of the month if a date exists in the other order only, else null. */
export function wrongMonth(cell: Cell, order: DateOrder): number | null {
  const other = order === 'dmy' ? 'mdy' : 'dmy'
  if (readDay(cell, order) !== null || readDay(cell, other) === null) return null
  const [, first, second] = YEAR_LAST.exec(textOf(cell)) ?? []
  return Number(order === 'dmy' ? second : first)
}

function daySince1900(serial: number): string | null {
  if (serial < FIRST_SERIAL || serial >= LAST_SERIAL) return null
  return new Date(SERIAL_ZERO + Math.floor(serial) * DAY).toISOString().slice(0, 10)
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // JavaScript accepts 31 April and turns it into 1 May.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

/** Guesses the order of a column: a number above 12 is a day. */
export function guessOrder(cells: readonly Cell[]): DateOrder {
  const isAmerican = cells.some((cell) => {
    const [, first, second] = YEAR_LAST.exec(textOf(cell)) ?? []
    return Number(first) <= 12 && Number(second) > 12
  })
  return isAmerican ? 'mdy' : 'dmy'
}
