import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import type { Outcome } from './run-case.ts'

const RESULTS = 'test/faults/results.json'
const DOCUMENT = 'docs/reliability.md'
const BEGIN = '<!-- written by npm run test:faults -->'
const END = '<!-- end -->'

/** A stored result: counts instead of sentences. */
interface Stored extends Omit<Outcome, 'lost' | 'doubled' | 'wrong' | 'refused' | 'crashes' | 'failures'> {
  lost: number
  doubled: number
  wrong: number
  /** The commit that was measured. It ends in "+" if files differed from it. */
  commit: string
  /** The day, such as 2026-11-29. */
  measuredAt: string
}

/**
 * Stores the result of a case, in place of its earlier one on the same engines, and writes the table again. Results of
 * cases that no longer exist are deleted.
 */
export async function store(outcome: Outcome, order: readonly string[]): Promise<void> {
  const { lost, doubled, wrong, refused, crashes: _crashes, failures: _failures, ...rest } = outcome
  const stored = readResults().filter(
    ({ name, engine }) => order.includes(name) && (name !== rest.name || engine !== rest.engine),
  )
  stored.push({
    ...rest,
    lost: lost.length,
    doubled: doubled.length,
    wrong: wrong.length + refused.length,
    commit: currentCommit(),
    measuredAt: new Date().toISOString().slice(0, 10),
  })
  stored.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name) || a.engine.localeCompare(b.engine))
  writeFileSync(RESULTS, `${JSON.stringify(stored, null, 2)}\n`)
  await writeTable(stored)
}

/** Returns the short name of the current commit, with "+" if a file differs from it that is not a result itself. */
function currentCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', '.', `:!${RESULTS}`, `:!${DOCUMENT}`)
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed ? '+' : ''}`
}

function readResults(): Stored[] {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Stored[]) : []
}

/** Replaces the table between the marks of the document. */
async function writeTable(results: readonly Stored[]): Promise<void> {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before = '', rest = ''] = text.split(BEGIN)
  const [, after = ''] = rest.split(END)
  const rows = await format(table(results), { parser: 'markdown' })
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${rows}\n${END}${after}`)
}

const COLUMNS: [title: string, value: (result: Stored) => string | number][] = [
  ['Fault', ({ about }) => about],
  ['Engines', ({ engine }) => engine],
  ['Load', ({ load }) => load],
  ['Acknowledged', ({ acknowledged, requested }) => `${acknowledged} of ${requested}`],
  ['Lost', ({ lost }) => lost],
  ['Doubled', ({ doubled }) => doubled],
  ['Wrong', ({ wrong }) => wrong],
  ['Failed attempts', ({ failedAttempts }) => failedAttempts],
  ['Webhooks (again)', ({ webhooks, again }) => `${webhooks} (${again})`],
  ['Seconds to recover', ({ recovery }) => recovery],
  ['Measured', ({ measuredAt, commit }) => `${measuredAt}, ${commit}`],
  ['Command', ({ name }) => `\`npm run test:faults -- ${name}\``],
]

function table(results: readonly Stored[]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line(COLUMNS.map(([title]) => title)),
    line(COLUMNS.map(() => '---')),
    ...results.map((result) => line(COLUMNS.map(([, value]) => value(result)))),
  ].join('\n')
}
