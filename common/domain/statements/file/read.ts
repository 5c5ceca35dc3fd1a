import { type Row, textOf } from '../cell.ts'
import type { StatementFormat } from '../object.ts'
import { readCamt } from './camt.ts'
import { beginningOf, charsetOf } from './charset.ts'
import { readCsv } from './csv.ts'
import { EMPTY, emptyStatement, LARGEST_FILE, NO_STATEMENT, TOO_LARGE, unreadable } from './unreadable.ts'
import { readXlsx } from './xlsx.ts'

/** The content of a statement's file. */
export interface StatementFile {
  format: StatementFormat
  rows: Row[]
}

/** The first bytes of other kinds of files, and what to do with them. */
const OTHERS: readonly [beginning: string, sentence: string][] = [
  [
    '\xd0\xcf\x11\xe0',
    'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password.',
  ],
  ['%PDF', `This is a PDF. ${NO_STATEMENT}`],
  ['\x1f\x8b', 'This file is compressed with gzip. Unpack it first.'],
  ['Rar!', 'This is a RAR archive. Unpack it first.'],
  ['7z\xbc\xaf', 'This is a 7-Zip archive. Unpack it first.'],
]

/**
 * Reads a statement: CSV, XLSX or camt.053, by its content. Throws a `Refusal` with one sentence if it cannot be read.
 * Works in short slices, so that other requests of the process continue.
 */
export async function readStatement(bytes: Buffer): Promise<StatementFile> {
  if (bytes.length > LARGEST_FILE) throw unreadable(TOO_LARGE)
  const start = bytes.subarray(0, 8).toString('latin1')
  const other = OTHERS.find(([beginning]) => start.startsWith(beginning))
  if (other) throw unreadable(other[1])
  if (start.startsWith('PK')) return filled('xlsx', await readXlsx(bytes))
  const charset = charsetOf(bytes)
  const beginning = beginningOf(bytes, charset).trimStart()
  if (beginning === '') throw unreadable(`${EMPTY} ${NO_STATEMENT}`)
  if (/^<(?:!doctype html|html|table|style|meta)/i.test(beginning))
    throw unreadable(
      `This is a web page with the name of a table. Open it in Excel and save it as .xlsx. ${NO_STATEMENT}`,
    )
  if (beginning.startsWith('<')) return filled('camt.053', await readCamt(bytes, charset))
  return filled('csv', await readCsv(bytes, charset))
}

function filled(format: StatementFormat, rows: Row[]): StatementFile {
  if (rows.length === 0) throw emptyStatement()
  if (rows.every(({ cells }) => cells.filter((cell) => textOf(cell) !== '').length < 2))
    throw unreadable(`This is not a statement: no line has two columns. ${NO_STATEMENT}`)
  return { format, rows }
}
