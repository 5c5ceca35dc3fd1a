import { DAY } from '../../../kit/time.ts'
import type { Cell, Row } from '../cell.ts'
import { MOST_COLUMNS, MOST_ROWS, NO_STATEMENT, TOO_MANY_ROWS, unreadable } from './unreadable.ts'
import { parseXml } from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

/** Reads the first visible sheet of an XLSX file. Dates become text, as `2026-02-05 13:45`. */
export async function readXlsx(bytes: Buffer): Promise<Row[]> {
  const archive = await openArchive(bytes)
  if (!archive.has('xl/workbook.xml')) throw unreadable(`The ZIP file is not a spreadsheet. ${NO_STATEMENT}`)
  const { sheet, isFrom1904 } = await readWorkbook(archive)
  const texts = archive.has('xl/sharedStrings.xml') ? await readTexts(archive) : []
  const dateStyles = archive.has('xl/styles.xml') ? await readDateStyles(archive) : new Set<number>()
  return readSheet(archive, sheet, { texts, dateStyles, dayZero: isFrom1904 ? DAYS_1904 : DAYS_1900 })
}

interface Workbook {
  /** The file of the first visible sheet. */
  sheet: string
  isFrom1904: boolean
}

async function readWorkbook(archive: Archive): Promise<Workbook> {
  let isFrom1904 = false
  const sheets: string[] = []
  await parseXml(archive.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      sheets.push(id)
    },
  })
  const files = new Map<string, string>()
  await parseXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') files.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const sheet = files.get(sheets[0] ?? '')
  if (sheet === undefined) throw unreadable(`The spreadsheet has no visible sheet. ${NO_STATEMENT}`)
  return { sheet, isFrom1904 }
}

/** Reads the table of texts that cells refer to by number. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isPhonetic = false
  await parseXml(archive.read('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
    },
    close(name, inner) {
      if (name === 't' && !isPhonetic) text += inner
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') texts.push(text)
    },
  })
  return texts
}

/** The formats of dates that every spreadsheet has, by their numbers. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Reads the numbers of the cell styles that show a number as a date. */
async function readDateStyles(archive: Archive): Promise<Set<number>> {
  const dateFormats = new Set<number>()
  const styles = new Set<number>()
  let isInCells = false
  let count = 0
  await parseXml(archive.read('xl/styles.xml'), {
    open(name, { numFmtId, formatCode = '' }) {
      const format = Number(numFmtId)
      if (name === 'numFmt' && isDateFormat(formatCode)) dateFormats.add(format)
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells) return
      if (isBuiltInDate(format) || dateFormats.has(format)) styles.add(count)
      count += 1
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** In characters, as in Excel. */
const LONGEST_FORMAT = 255

/** A format such as `yyyy\-mm\-dd` has letters of dates outside of quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  const known = code.slice(0, LONGEST_FORMAT)
  return /[ymdhs]/i.test(known.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replace(/general/gi, ''))
}

interface SheetContext {
  texts: readonly string[]
  dateStyles: ReadonlySet<number>
  dayZero: number
}

async function readSheet(archive: Archive, sheet: string, context: SheetContext): Promise<Row[]> {
  const rows: Row[] = []
  let line = 0
  let cells: Cell[] = []
  let column = 0
  let cell: Readonly<Record<string, string>> = {}
  let value = ''
  await parseXml(archive.read(sheet), {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r) || line + 1
        cells = []
        column = 0
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        cell = attributes
        value = ''
      }
    },
    close(name, text) {
      if (name === 'v' || name === 't') value += text
      else if (name === 'c' && column <= MOST_COLUMNS && value !== '') {
        while (cells.length < column - 1) cells.push('')
        cells[column - 1] = cellOf(value, cell, context)
      } else if (name === 'row' && cells.some((one) => one !== '')) {
        if (rows.push({ line, cells }) > MOST_ROWS) throw unreadable(TOO_MANY_ROWS)
      }
    },
  })
  return rows
}

/** Returns the number of a column, from 1, for the address of a cell such as `AB12`. */
function columnOf(address: string | undefined): number | null {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(address ?? '') ?? []
  if (letters === undefined) return null
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

function cellOf(
  value: string,
  { t: type = 'n', s: style }: Readonly<Record<string, string>>,
  context: SheetContext,
): Cell {
  if (type === 's') return context.texts[Number(value)] ?? ''
  if (type !== 'n') return type === 'e' ? '' : value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return context.dateStyles.has(Number(style ?? 0)) ? dateOf(number, context.dayZero) : number
}

/** Days from the first day of each way to count to 1970. */
const DAYS_1900 = -Date.UTC(1899, 11, 30) / DAY
const DAYS_1904 = -Date.UTC(1904, 0, 1) / DAY
const LAST_DAY = 2_958_465

function dateOf(serial: number, dayZero: number): Cell {
  if (serial < 0 || serial > LAST_DAY) return serial
  const time = new Date(Math.round((serial - dayZero) * 24 * 60) * 60_000).toISOString()
  return `${time.slice(0, 10)} ${time.slice(11, 16)}`
}
