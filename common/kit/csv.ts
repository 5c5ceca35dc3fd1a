import { bareAmount } from './format.ts'
import type { Amount } from './money.ts'

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A column of a CSV file of objects. */
export interface CsvColumn<Item> {
  name: string
  /** The cells are times in the time zone of the file, which the heading names. */
  isTime?: true
  /** Returns the cell, not yet quoted. */
  cell: (item: Item, zone: string) => string
}

type Plain = string | number | boolean | null

/** The names of the properties with values of one type. */
type NamesOf<Item, Value> = {
  [Name in keyof Item & string]: Item[Name] extends Value ? Name : never
}[keyof Item & string]

/** Returns functions that make the columns of a file of these objects. */
export function csvColumns<Item extends object>() {
  return {
    /** Properties of the object. Text from people cannot become a formula. */
    plain: (...names: NamesOf<Item, Plain>[]): CsvColumn<Item>[] =>
      names.map((name) => ({ name, cell: (item) => cellOf(item[name] as Plain) })),
    /** A value that is not a property of the object itself. */
    computed: (name: string, value: (item: Item) => Plain): CsvColumn<Item>[] => [
      { name, cell: (item) => cellOf(value(item)) },
    ],
    /** Properties with ISO times, written as `2026-08-12 19:04:05` in the time zone of the file. */
    times: (...names: NamesOf<Item, string | null>[]): CsvColumn<Item>[] =>
      names.map((name) => ({
        name,
        isTime: true,
        cell: (item, zone) => timeCell(item[name] as string | null, zone),
      })),
    /** Amounts as decimals: `12.50`, and `25000` for a currency without decimals. */
    money: (
      currencyOf: (item: Item) => string,
      ...names: NamesOf<Item, Amount | null>[]
    ): CsvColumn<Item>[] =>
      names.map((name) => ({
        name,
        cell: (item) => {
          const amount = item[name] as Amount | null
          return amount === null ? '' : bareAmount(amount, currencyOf(item))
        },
      })),
  }
}

/** Returns the headings of a file as its first line. */
export function csvHeadings<Item>(columns: readonly CsvColumn<Item>[], zone: string): string {
  return lineOf(columns.map(({ name, isTime }) => (isTime ? `${name} (${zone})` : name)))
}

/** Returns an object as a line of a file. */
export function csvLine<Item>(columns: readonly CsvColumn<Item>[], item: Item, zone: string): string {
  return lineOf(columns.map(({ cell }) => cell(item, zone)))
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** A spreadsheet runs text that begins with one of these, also in its wide form. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function cellOf(value: Plain): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return FORMULA.test(value) ? `'${value}` : value
}

const formats = new Map<string, Intl.DateTimeFormat>()

function timeCell(time: string | null, zone: string): string {
  if (time === null) return ''
  let format = formats.get(zone)
  if (!format) {
    // Swedish writes times as spreadsheets read them everywhere.
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    formats.set(zone, format)
  }
  return format.format(new Date(time))
}
