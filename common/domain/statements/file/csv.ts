import type * as CsvParse from 'csv-parse'
import { lazily } from '../../../kit/lazily.ts'
import type { Row } from '../cell.ts'
import { beginningOf, decoded } from './charset.ts'
import { MOST_COLUMNS, MOST_ROWS, NO_STATEMENT, TOO_MANY_ROWS, unreadable } from './unreadable.ts'

const csvParse = lazily<typeof CsvParse>('csv-parse')

const DELIMITERS = [',', ';', '\t', '|', '^', '~'] as const

/** The longest line in characters. A quote that is never closed would make the rest of the file one line. */
const LONGEST_LINE = 64 * 1024
/** The lines that decide the delimiter. */
const SAMPLE = 60

/** Reads the rows of a CSV file with any delimiter. */
export async function readCsv(bytes: Buffer, charset: string): Promise<Row[]> {
  const beginning = beginningOf(bytes, charset)
  const parser = csvParse().parse({
    delimiter: delimiterOf(beginning),
    bom: true,
    info: true,
    relax_column_count: true,
    // Banks export names such as ХХК "Номин" without doubling the quotes.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
  })
  const rows: Row[] = []
  let failure: unknown
  parser.on('data', ({ record, info }: { record: string[]; info: { lines: number } }) => {
    rows.push({ line: info.lines, cells: record.slice(0, MOST_COLUMNS) })
  })
  parser.on('error', (error) => (failure = error))
  const ended = new Promise((resolve) => parser.once('close', resolve))
  for await (const text of decoded(bytes, charset)) {
    if (failure !== undefined) break
    parser.write(text)
    if (rows.length > MOST_ROWS) throw unreadable(TOO_MANY_ROWS)
  }
  if (failure === undefined) parser.end()
  await ended
  if (failure !== undefined) throw refusalOf(failure)
  if (rows.length > MOST_ROWS) throw unreadable(TOO_MANY_ROWS)
  // Excel writes the delimiter into a first line of its own.
  return rows[0]?.cells.length === 1 && /^sep=/i.test(String(rows[0].cells[0])) ? rows.slice(1) : rows
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof csvParse().CsvError)) return error
  const { lines } = error as unknown as { lines?: number }
  const place = lines === undefined ? '' : ` near line ${lines}`
  return unreadable(`A quote${place} is never closed: the file is damaged or cut off. ${NO_STATEMENT}`)
}

/** Returns the delimiter that splits the most lines into the same number of cells, at least two. */
function delimiterOf(beginning: string): string {
  const [, told] = /^\uFEFF?sep=(.)\r?\n/i.exec(beginning) ?? []
  if (told !== undefined) return told
  const lines = beginning
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(delimiter).length
      if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    // A line with more cells is better evidence than a comma in a sentence.
    const score = Math.max(0, ...Array.from(counts, ([cells, times]) => times * Math.min(cells, 10)))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}
