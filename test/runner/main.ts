import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { build } from '../../dev/build.ts'
import { report, stopEverything, withCleanUp } from '../../dev/processes.ts'
import { readArguments } from './arguments.ts'
import { runChecks } from './checks.ts'
import { environment, installCommands } from './environment.ts'
import { minutes } from './plan.ts'
import { Progress } from './progress.ts'
import { Run } from './run.ts'
import { type Result, Runner } from './runner.ts'

const folder = mkdtempSync('/tmp/tolbor-test-') // not $TMPDIR: a socket's path must be short

/** Continues after failures, so that one run shows all of them. The last line counts them. */
async function main(): Promise<number> {
  const { files, options, onlyTests } = readArguments(process.argv.slice(2))
  const run = new Run(files, options)
  const count = Math.min(files.length, Number(process.env.RUNNERS ?? availableParallelism() + 1))
  console.log(
    `${files.length} test files by ${count} runners: about ${minutes(run.secondsLeft(count))} minutes.`,
  )

  const buildFailures = await buildErrors(onlyTests)
  const progress = new Progress(() => run.progress)
  const print = (text: string) => progress.print(text)
  const checking = onlyTests ? undefined : runChecks(print)
  const failures = await runTests(run, { count, options, print, checking })
  const checks = (await checking) ?? []
  progress.end()
  return summary(run.results, [...buildFailures, ...checks], failures)
}

async function buildErrors(onlyTests: boolean): Promise<string[]> {
  try {
    await build()
    return []
  } catch (error) {
    report(error)
    if (!onlyTests) return ['build']
    console.log('The build has errors, see above. The tests run anyway.')
    return []
  }
}

interface TestRun {
  count: number
  options: Mocha.MochaOptions
  print: (text: string) => void
  /** The checks, which use the processors too. When they end, another runner starts. */
  checking: Promise<unknown> | undefined
}

/** Runs the tests. Returns failures outside of the test files. */
async function runTests(run: Run, { count, options, print, checking }: TestRun): Promise<string[]> {
  const runners: Runner[] = []
  let started = 0
  const startRunner = async () => {
    const own = join(folder, String((started += 1)))
    const runner = new Runner(own, await environment(own), { ...options, color: process.stdout.isTTY }, print)
    runners.push(runner)
    return runner
  }
  try {
    installCommands()
    await run.by(
      await Promise.all(Array.from({ length: count }, startRunner)),
      (result) => print(format(result)),
      checking?.then(() => (run.needsHelp ? startRunner() : undefined)),
    )
  } catch (error) {
    report(error)
    return ['  The tests did not finish, see above.']
  }
  return runners.flatMap(({ failures }) => failures)
}

function format({ file, seconds, output }: Result): string {
  return `${file} (${seconds.toFixed(1)} s)\n${output.trimEnd()}\n`
}

function summary(
  results: readonly Result[],
  buildFailures: readonly string[],
  otherFailures: readonly string[],
): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failures = [...results.flatMap((result) => result.failures), ...otherFailures]
  if (passed + failures.length === 0) failures.push('  No test matches these arguments.')
  if (failures.length > 0) console.log(`Failures:\n\n${failures.join('\n\n')}\n`)
  if (buildFailures.length > 0) console.log(`Failed, see above: ${buildFailures.join(', ')}\n`)
  const failed = failures.length + buildFailures.length
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(folder, { recursive: true, force: true })
})
