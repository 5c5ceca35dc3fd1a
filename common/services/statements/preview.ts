import { setImmediate as nextTurn } from 'node:timers/promises'
import { inSnapshot } from '../../../db/sql.ts'
import { type Row, textOf } from '../../domain/statements/cell.ts'
import { currencyColumns, guessMapping, headerKey, rowsBelow } from '../../domain/statements/columns.ts'
import { CAMT_HEADERS, CAMT_MAPPING } from '../../domain/statements/file/camt.ts'
import { readStatement } from '../../domain/statements/file/read.ts'
import { emptyStatement } from '../../domain/statements/file/unreadable.ts'
import {
  lineReader,
  type SkippedLine,
  type StatementLine,
  type Transfer,
  type UnreadableLine,
} from '../../domain/statements/lines.ts'
import { type Evidence, type Match, Matcher } from '../../domain/statements/match.ts'
import type { LineResult, Mapping, MappingInput, StatementFormat } from '../../domain/statements/object.ts'
import {
  type MappingProblem,
  unfitMapping,
  unreadableMapping,
} from '../../domain/statements/unfit-mapping.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal } from '../../kit/refusal.ts'
import { cut } from '../../kit/text.ts'
import { now } from '../../runtime/clock.ts'
import type { Scope } from '../projects/project.ts'
import { findCandidates, findImported } from './find-candidates.ts'
import { findMapping } from './mappings.ts'

/** A line of money that came in, and what it means for the project's payments. */
export interface MatchedLine {
  line: number
  /** `YYYY-MM-DD` */
  day: string | null
  amount: Amount | null
  /** All cells, if the line is unreadable. */
  description: string
  sender: string | null
  /** Null for an unreadable line. */
  hash: Buffer | null
  transfer: Transfer | null
  result: LineResult
  /** How it is known that the money is recorded already; null for other results. */
  evidence: Evidence | null
  reference: string | null
  paymentId: number | null
  expectedAmount: Amount | null
  /** The number of imported lines of the payment when this line was matched; null without a payment. */
  recordedCount: number | null
  confirmed: boolean
  message: string | null
  /** Why the line cannot be read; null if it can. */
  unreadable: UnreadableLine['part'] | null
}

/** The result that an import would have. A preview changes no row. */
export interface StatementPreview {
  format: StatementFormat
  /** The mapping that was used, as far as it is known. */
  mapping: Mapping
  headers: string[]
  /** The first rows below the header as text, to correct the mapping by. */
  sample: { line: number; cells: string[] }[]
  /** Why the lines cannot be read with this mapping; then there are no lines. */
  problem: MappingProblem | null
  lines: MatchedLine[]
  /** The number of lines of money that went out. */
  outgoing: number
  /** The lines without a transaction. */
  skipped: SkippedLine[]
  /** Identifies statements with the same header, for `saveMapping`. */
  headerKey: string
}

export type ProgressStep = 'read' | 'matched' | 'confirmed'

/** Called from time to time with the number of lines that have come so far. */
export type Progress = (step: ProgressStep, done: number, total: number) => void

/** Rows that are worked on at once: other requests wait for a few milliseconds. */
const SLICE = 250
/** Rows of the sample, and the longest text in it. */
const SAMPLE = 10
const LONGEST_CELL = 200

/**
 * Reads a bank statement and matches its lines to the project's payments. Changes nothing. `given` corrects the guessed
 * mapping; earlier corrections for the same header count too. Throws a `Refusal` if the file cannot be read.
 */
export async function previewStatement(
  scope: Scope,
  bytes: Buffer,
  given: MappingInput,
  progress: Progress = () => undefined,
): Promise<StatementPreview> {
  const { project } = scope
  const { format, rows } = await readStatement(bytes)
  progress('read', rows.length, rows.length)
  const mapping = format === 'camt.053' ? CAMT_MAPPING : await chooseMapping(scope, rows, given)
  const below = rowsBelow(rows, format === 'camt.053' ? 0 : mapping.header_row)
  // A header row that was given may be the wrong one; a guessed one is the whole file.
  if (below.length === 0 && given.header_row === undefined) throw emptyStatement()
  const headerCells = rows.find(({ line }) => line === mapping.header_row)?.cells.map(textOf) ?? []
  const preview: StatementPreview = {
    format,
    mapping,
    headers: format === 'camt.053' ? CAMT_HEADERS : headerCells.map((text) => cut(text, LONGEST_CELL)),
    sample: below
      .slice(0, SAMPLE)
      .map(({ line, cells }) => ({ line, cells: cells.map((cell) => cut(textOf(cell), LONGEST_CELL)) })),
    problem:
      format === 'camt.053'
        ? null
        : unfitMapping({ rows, below, headers: headerCells, currency: project.currency }, given, mapping),
    lines: [],
    outgoing: 0,
    skipped: [],
    headerKey: headerKey(rows, mapping),
  }
  if (preview.problem) return preview
  const layout = `${format} ${preview.headerKey}`
  const { read, unreadable, skipped, outgoing } = await readLines(
    below,
    mapping,
    headerCells,
    project.currency,
    layout,
  )
  // A line in another currency is in the right columns. A word in the place of an amount says nothing about them.
  const misread = unreadable.filter(({ part }) => part !== 'currency' && part !== 'no_digit')
  const currencies = unreadable.filter(({ part }) => part === 'currency')
  const isFitting = read.length + outgoing + currencies.length > misread.length
  if (!isFitting) return { ...preview, problem: unreadableMapping(mapping, misread[0] ?? unreadable[0]) }
  const matches = await matchLines(scope, read, progress)
  const lines = [
    ...unreadable.map(unreadableLine),
    ...read.map((line, index) => matchedLine(line, matches[index]!)),
  ]
  return { ...preview, lines: lines.sort((one, other) => one.line - other.line), outgoing, skipped }
}

/** Throws the problem of a preview, if it has one, under the field to correct. */
export function refuseProblem({ problem }: StatementPreview): void {
  if (!problem) return
  const { field, sentence } = problem
  throw new Refusal({ code: 'validation_failed', path: field, params: { sentence } })
}

async function chooseMapping(
  { project }: Scope,
  rows: readonly Row[],
  given: MappingInput,
): Promise<Mapping> {
  const guessed = guessMapping(rows, given, project.currency)
  const remembered = await findMapping(project, headerKey(rows, guessed))
  if (given.amount_column !== undefined) delete remembered.credit_column
  return Object.keys(remembered).length === 0
    ? guessed
    : guessMapping(rows, { ...remembered, header_row: guessed.header_row, ...given }, project.currency)
}

async function readLines(
  rows: readonly Row[],
  mapping: Mapping,
  headers: readonly string[],
  currency: string,
  layout: string,
) {
  const read: StatementLine[] = []
  const unreadable: UnreadableLine[] = []
  const skipped: SkippedLine[] = []
  let outgoing = 0
  const header = headers.join('\n')
  const readLine = lineReader(mapping, currency, currencyColumns(headers), layout)
  for (const [index, row] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn()
    const line = readLine(row)
    if (line === null) continue
    if (line === 'outgoing') outgoing += 1
    else if ('skipped' in line) {
      // A file of several pages repeats its header.
      if (row.cells.map(textOf).join('\n') !== header) skipped.push(line)
    } else if ('message' in line) unreadable.push(line)
    else read.push(line)
  }
  return { read, unreadable, skipped, outgoing }
}

async function matchLines(
  scope: Scope,
  lines: readonly StatementLine[],
  progress: Progress,
): Promise<Match[]> {
  const references = new Set(lines.flatMap(({ references: { exact, spaced } }) => [...exact, ...spaced]))
  const hashes = lines.map(({ hash }) => hash)
  const matcher = await inSnapshot(
    async (sql) =>
      new Matcher(
        await findCandidates(sql, scope, [...references], now()),
        await findImported(sql, scope, hashes),
        lines,
      ),
  )
  const matches: Match[] = []
  for (const [index, line] of lines.entries()) {
    if (index % SLICE === SLICE - 1) {
      progress('matched', index, lines.length)
      await nextTurn()
    }
    matches.push(matcher.match(line))
  }
  progress('matched', lines.length, lines.length)
  return matches
}

function matchedLine(line: StatementLine, { result, evidence, candidate, message }: Match): MatchedLine {
  const { references: _, ...shown } = line
  return {
    ...shown,
    result,
    evidence,
    reference: candidate?.reference ?? null,
    paymentId: candidate?.id ?? null,
    expectedAmount: candidate?.missing ?? null,
    recordedCount: candidate?.recordedCount ?? null,
    confirmed: false,
    message,
    unreadable: null,
  }
}

function unreadableLine({ line, message, part, text }: UnreadableLine): MatchedLine {
  return {
    line,
    day: null,
    amount: null,
    description: text,
    sender: null,
    hash: null,
    transfer: null,
    result: 'unreadable',
    evidence: null,
    reference: null,
    paymentId: null,
    expectedAmount: null,
    recordedCount: null,
    confirmed: false,
    message,
    unreadable: part,
  }
}
