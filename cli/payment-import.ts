import { open, writeFile } from 'node:fs/promises'
import { LARGEST_FILE, TOO_LARGE, unreadable } from '../common/domain/statements/file/unreadable.ts'
import type { MappingInput } from '../common/domain/statements/object.ts'
import { DATE_ORDERS } from '../common/domain/statements/read-day.ts'
import { DECIMAL_SEPARATORS } from '../common/domain/statements/read-money.ts'
import { formatAmount } from '../common/kit/format.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { SECOND } from '../common/kit/time.ts'
import { atomically, atomicallyTogether } from '../common/runtime/atomically.ts'
import {
  importStatement,
  serializeImport,
  type StatementImport,
} from '../common/services/statements/import.ts'
import { previewStatement, type Progress, refuseProblem } from '../common/services/statements/preview.ts'
import { reportForPrograms } from '../common/services/statements/report.ts'
import { onConnection } from '../db/sql.ts'
import type { Command, Given } from './command.ts'
import { redisReady } from './operate.ts'
import { VERIFIED_BY } from './payment.ts'
import { columns } from './print.ts'
import { reasonOf } from './read-error.ts'
import { projectWithId, readId } from './read-id.ts'
import { readMode } from './read-mode.ts'
import type { Screen } from './screen.ts'

const COLUMNS = ['date', 'amount', 'credit', 'debit', 'description', 'sender'] as const

/** Lines printed for people; the report has all. */
const MOST_PRINTED = 100

export const paymentImport: Command = {
  name: 'payment import',
  summary: 'Import a bank statement: confirm the payments whose reference and amount it contains',
  operands: ['FILE'],
  options: {
    project: { value: 'ID', help: 'The project', required: true },
    mode: { value: 'test|live', help: 'The mode of the payments; live if it is not given' },
    'dry-run': { help: 'Only show what would be confirmed' },
    report: { value: 'FILE', help: 'Write all lines and their results to this CSV file' },
    'header-row': { value: 'N', help: 'The line that names the columns; 0 if none does' },
    ...Object.fromEntries(
      COLUMNS.map((name) => [
        `${name}-column`,
        { value: 'N', help: `The number of the ${name} column, from 1` },
      ]),
    ),
    'date-order': { value: DATE_ORDERS.join('|'), help: 'The order of day and month in dates' },
    'decimal-separator': { value: DECIMAL_SEPARATORS.join('|'), help: 'The decimal separator of amounts' },
  },
  async run(given, screen) {
    const { operands, options } = given
    const projectId = readId(options.project, 'project')
    const isTest = options.mode !== undefined && readMode(options.mode) === 'test'
    const isDryRun = options['dry-run'] !== undefined
    const mapping = readMapping(given)
    const file = await readStatementFile(operands[0] ?? '')
    const scope = { project: await onConnection((sql) => projectWithId(sql, projectId)), isTest }
    const progress = progressOn(screen)
    const result = await withOptionNames(isDryRun ? previewAll : confirmAll)
    if (options.report !== undefined) await writeReportFile(options.report, result)
    const json = serializeImport(result.preview, { isDryRun, remaining: result.remaining })
    return { json, text: textOf(result, scope.project.currency, isDryRun), failed: result.remaining > 0 }

    async function previewAll(): Promise<StatementImport> {
      const preview = await previewStatement(scope, file, mapping, progress)
      refuseProblem(preview)
      return { preview, remaining: 0 }
    }

    async function confirmAll(): Promise<StatementImport> {
      await redisReady(SECOND)
      const stop = screen.stop()
      return importStatement(scope, file, mapping, {
        ...{ verifiedBy: VERIFIED_BY, atomically, atomicallyTogether, progress },
        mayContinue: () => !stop.aborted,
      })
    }
  },
}

/** A field of a mapping. The option has a hyphen in place of the underscore. */
const FIELD_NAME = /\b([a-z]+)_(column|order|row)\b/g

/** Runs an import. A refusal names the options, not the fields of the API. */
async function withOptionNames<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const [{ path = '', params }] = error instanceof Refusal ? error.problems : [{}]
    if (path.search(FIELD_NAME) < 0) throw error
    const withOptions = (text: string) => text.replace(FIELD_NAME, '--$1-$2')
    const sentence = withOptions(String(params?.sentence))
    throw new Refusal({ code: 'validation_failed', path: withOptions(path), params: { sentence } })
  }
}

async function readStatementFile(name: string): Promise<Buffer> {
  let file: Awaited<ReturnType<typeof open>> | undefined
  try {
    file = await open(name)
    if ((await file.stat()).size > LARGEST_FILE) throw unreadable(TOO_LARGE)
    return await file.readFile()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw unreadable(`${name} cannot be read: ${reasonOf(error)}.`)
  } finally {
    await file?.close()
  }
}

function readMapping({ options }: Given): MappingInput {
  const mapping: MappingInput = {}
  const headerRow = readNumber(options, 'header-row', 0)
  if (headerRow !== undefined) mapping.header_row = headerRow
  for (const name of COLUMNS) {
    const column = readNumber(options, `${name}-column`, 1)
    if (column !== undefined) mapping[`${name}_column`] = column
  }
  const order = readChoice(options, 'date-order', DATE_ORDERS)
  if (order !== undefined) mapping.date_order = order
  const separator = readChoice(options, 'decimal-separator', DECIMAL_SEPARATORS)
  if (separator !== undefined) mapping.decimal_separator = separator
  return mapping
}

function readNumber(options: Given['options'], name: string, least: number): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) >= least) return Number(text)
  throw invalid(name, `a whole number from ${least}`)
}

function readChoice<Choice extends string>(
  options: Given['options'],
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (choice !== undefined) return choice
  throw invalid(name, `one of ${choices.map((one) => `'${one}'`).join(', ')}`)
}

function invalid(name: string, form: string): Refusal {
  const sentence = `--${name} must be ${form}.`
  return new Refusal({ code: 'validation_failed', path: `--${name}`, params: { sentence } })
}

const STEPS = { read: 'Lines read', matched: 'Lines matched', confirmed: 'Payments confirmed or checked' }

/** Prints the progress once a second, and the end of each step. */
function progressOn(screen: Screen): Progress {
  let last = -Infinity
  return (step, done, total) => {
    const time = performance.now()
    if (time - last < SECOND && done < total) return
    last = time
    screen.remark(`${STEPS[step]}: ${done} of ${total}.`)
  }
}

async function writeReportFile(name: string, { preview }: StatementImport): Promise<void> {
  try {
    await writeFile(name, reportForPrograms(preview))
  } catch (error) {
    const sentence = `--report ${name} cannot be written: ${error instanceof Error ? error.message : String(error)} The payments are confirmed. Import the file again for the report.`
    throw new Refusal({ code: 'validation_failed', path: '--report', params: { sentence } })
  }
}

function textOf({ preview, remaining }: StatementImport, currency: string, isDryRun: boolean): string {
  const confirmed = preview.lines.filter((line) => line.confirmed).length
  const open = preview.lines.filter(
    (line) =>
      !line.confirmed && (isDryRun || line.result !== 'already_confirmed' || line.evidence === 'probable'),
  )
  const rows = open
    .slice(0, MOST_PRINTED)
    .map(({ line, day, amount, result, reference, paymentId, message }) => [
      `${line}`,
      day ?? '-',
      amount === null ? '-' : formatAmount(amount, currency, 'en'),
      result.replaceAll('_', ' '),
      reference ?? '-',
      paymentId === null ? '-' : `payment ${paymentId}`,
      message ?? '',
    ])
  const more = open.length - rows.length
  const exact = preview.lines.filter(({ result }) => result === 'exact').length
  return [
    ...(rows.length > 0
      ? [columns([['LINE', 'DATE', 'AMOUNT', 'RESULT', 'REFERENCE', 'PAYMENT', ''], ...rows])]
      : []),
    ...(more > 0 ? [`… and ${more} more lines. --report FILE writes all.`] : []),
    isDryRun
      ? `${exact} of ${preview.lines.length} lines would be confirmed. Run it again without --dry-run to confirm them.`
      : `${confirmed} payments are confirmed.`,
    ...(remaining > 0 ? [`${remaining} exact lines remain. Import the file again to continue.`] : []),
  ].join('\n')
}
