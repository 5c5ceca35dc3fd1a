import { cut } from '../../kit/text.ts'
import { type Cell, type Row, textOf } from './cell.ts'
import { SAMPLE } from './columns.ts'
import type { UnreadableLine } from './lines.ts'
import type { Mapping, MappingInput } from './object.ts'
import { readDay } from './read-day.ts'
import { readMoney } from './read-money.ts'

/** Why the lines of a statement cannot be read with a mapping, and the field to correct. */
export interface MappingProblem {
  field: string
  sentence: string
}

interface Statement {
  rows: readonly Row[]
  /** The rows below the header. */
  below: readonly Row[]
  headers: readonly string[]
  currency: string
}

/** Returns true if both ways to name the column of the money are given. */
export function areBothGiven({ amount_column, credit_column }: MappingInput): boolean {
  return amount_column !== undefined && credit_column !== undefined
}

/** Returns the first problem of a mapping that the file itself shows, or null. */
export function unfitMapping(
  statement: Statement,
  given: MappingInput,
  mapping: Mapping,
): MappingProblem | null {
  if (areBothGiven(given))
    return {
      field: 'amount_column',
      sentence: 'Pass amount_column, or credit_column and debit_column, not both.',
    }
  return unfitHeader(statement, given) ?? unfitColumn(statement, given) ?? missingColumn(statement, mapping)
}

function unfitHeader({ rows, below }: Statement, { header_row: line }: MappingInput): MappingProblem | null {
  if (line === undefined || below.length > 0) return null
  const last = rows.at(-1)?.line ?? 0
  const found = line > last ? `the file has ${last} lines` : 'no line follows it'
  return { field: 'header_row', sentence: `header_row is ${line}, but ${found}. Correct header_row.` }
}

/** Returns a problem if a given column does not exist, or none of its cells is a date or an amount. */
function unfitColumn({ below, headers, currency }: Statement, given: MappingInput): MappingProblem | null {
  const sample = below.slice(0, SAMPLE)
  const count = Math.max(headers.length, ...sample.map(({ cells }) => cells.length))
  const isDate = (cell: Cell) => readDay(cell, 'dmy') !== null || readDay(cell, 'mdy') !== null
  const isAmount = (cell: Cell) =>
    readMoney(cell, '.', currency) !== null || readMoney(cell, ',', currency) !== null
  const checks = [
    ['date_column', 'dates', isDate],
    ['amount_column', 'amounts', isAmount],
    ['credit_column', 'amounts', isAmount],
    ['debit_column', 'amounts', isAmount],
    ['description_column', 'text', () => true],
    ['sender_column', 'text', () => true],
  ] as const
  for (const [field, what, fits] of checks) {
    const column = given[field]
    if (column === undefined) continue
    if (column > count) return { field, sentence: `The file has no column ${column}. Correct ${field}.` }
    const filled = sample.map(({ cells }) => cells[column - 1] ?? '').filter((cell) => textOf(cell) !== '')
    if (filled.length === 0 || filled.some(fits)) continue
    const name = headers[column - 1] ? ` (${cut(headers[column - 1]!, 40)})` : ''
    return { field, sentence: `Column ${column}${name} holds no ${what}. Correct ${field}.` }
  }
  return null
}

function missingColumn({ headers }: Statement, mapping: Mapping): MappingProblem | null {
  const names = headers.flatMap((name, index) => (name === '' ? [] : [`${index + 1} ${cut(name, 40)}`]))
  const known = names.length > 0 ? ` The columns are: ${names.slice(0, 20).join(', ')}.` : ''
  const problem = (field: string, what: string) => ({
    field,
    sentence: `No column of the file seems to hold ${what}. Say which one with ${field}.${known}`,
  })
  if (mapping.date_column === null) return problem('date_column', 'the date')
  if (mapping.amount_column === null && mapping.credit_column === null)
    return problem('amount_column', 'the amount')
  return mapping.description_column === null ? problem('description_column', 'the description') : null
}

/** Returns the problem of a mapping with which most lines cannot be read. `first` is the first of these lines. */
export function unreadableMapping(mapping: Mapping, first: UnreadableLine | undefined): MappingProblem {
  const amountField = mapping.credit_column === null ? 'amount_column' : 'credit_column'
  if (first === undefined) {
    const sentence = `No line has both a date in column ${mapping.date_column} and an amount in column ${mapping[amountField]}. Correct date_column or ${amountField}.`
    return { field: 'date_column', sentence }
  }
  const [field, advice] = adviceOn(mapping, amountField)[first.part]
  return { field, sentence: `Most lines cannot be read. Line ${first.line}: ${first.message} ${advice}` }
}

/** Returns the field to correct, and how, for each part of a line that cannot be read. */
function adviceOn(mapping: Mapping, amountField: string): Record<UnreadableLine['part'], [string, string]> {
  const otherOrder = mapping.date_order === 'dmy' ? 'mdy' : 'dmy'
  return {
    amount: [amountField, `Correct ${amountField}.`],
    no_digit: [amountField, `Correct ${amountField}.`],
    currency: [
      amountField,
      'Import the statement of another account, or decide about these payments one by one.',
    ],
    date: ['date_column', 'Correct date_column.'],
    date_order: ['date_order', `Pass date_order=${otherOrder}.`],
  }
}
