import { parseArgs } from 'node:util'
import { build } from '../../../dev/build.ts'
import { stopEverything, UserError, withCleanUp } from '../../../dev/processes.ts'
import type { FaultCase } from './case.ts'
import { cases } from './cases.ts'
import { store } from './report.ts'
import { type Outcome, runCase } from './run-case.ts'

// npm run test:faults. See docs/reliability.md.

const USAGE = `Usage: npm run test:faults -- [CASE …]

Runs the cases one after the other, all of them without a name, and writes their results into docs/reliability.md.

${cases.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`).join('\n')}`

/** The invariants read the configuration of this process. No connection is made with these addresses. */
Object.assign(process.env, {
  DATABASE_URL: 'mysql://127.0.0.1:9/tolbor',
  REDIS_URL: 'redis://127.0.0.1:9',
  BASE_URL: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SECRET_KEY: '0123456789abcdef'.repeat(4),
})

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const unknown = positionals.filter((name) => !cases.some((one) => one.name === name))
  if (unknown.length > 0) throw new UserError(`There is no case ${unknown.join(', ')}.\n\n${USAGE}`)
  const chosen = cases.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  await build()
  let failed = 0
  for (const one of chosen) {
    console.log(`${one.name}: ${one.about} …`)
    const outcome = await runIfPossible(one)
    if (!outcome) {
      failed += 1
      continue
    }
    const problems = problemsOf(outcome, one.neverFails ?? false)
    print(outcome, problems)
    if (problems.length > 0) failed += 1
    await store(
      outcome,
      cases.map(({ name }) => name),
    )
  }
  return failed === 0 ? 0 : 1
}

/** Runs a case. Returns null if this machine cannot run it, such as without the engine, and prints the reason. */
async function runIfPossible(one: FaultCase): Promise<Outcome | null> {
  try {
    return await runCase(one, `.data/faults/${one.name}`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.log(`  Not run: ${error.message}`)
    return null
  }
}

/** Returns everything that must not happen, as sentences. */
function problemsOf(outcome: Outcome, neverFails: boolean): string[] {
  const of = (kind: string, texts: readonly string[]) => texts.map((text) => `${kind}: ${text}`)
  return [
    ...of('lost', outcome.lost),
    ...of('doubled', outcome.doubled),
    ...of('wrong', outcome.wrong),
    ...of('refused permanently', outcome.refused),
    ...(neverFails && outcome.failedAttempts > 0 ? [`${outcome.failedAttempts} attempts failed`] : []),
    ...(outcome.crashes > 0 ? [`${outcome.crashes} processes ended by themselves`] : []),
  ]
}

function print(outcome: Outcome, problems: readonly string[]): void {
  const { requested, acknowledged, failedAttempts, webhooks, again, recovery, load } = outcome
  console.log(
    `  ${load}: ${acknowledged} of ${requested} acknowledged, ${failedAttempts} attempts failed (${outcome.failures}), ${webhooks} webhooks, ` +
      `${again} deliveries again, recovered after ${recovery} s`,
  )
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  if (problems.length > 20) console.log(`  and ${problems.length - 20} more`)
}

await withCleanUp(main, stopEverything)
