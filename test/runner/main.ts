import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { build } from '../../dev/build.ts'
import { printError, stopEverything, withCleanUp } from '../../dev/processes.ts'
import { readArguments } from './arguments.ts'
import { runChecks } from './checks.ts'
import { installCommands, testEnvironment } from './environment.ts'
import { minutes } from './plan.ts'
import { Progress } from './progress.ts'
import { Run } from './run.ts'
import { type Result, Runner } from './runner.ts'

const folder = mkdtempSync('/tmp/tolbor-test-') // not in $TMPDIR: the path of a socket must be short

/** Continues after failures, so that one run shows all of them. The last line counts them. */
async function main(): Promise<number> {
  const { files, options, onlyTests } = readArguments(process.argv.slice(2))
  const run = new Run(files, options)
  const count = Math.min(files.length, Number(process.env.RUNNERS ?? availableParallelism() + 1))
  console.log(
    `${files.length} test files in ${count} processes, about ${minutes(run.secondsLeft(count))} minutes`,
  )

  const failedBuild = await buildErrors(onlyTests)
  const progress = new Progress(() => run.progress)
  const print = (text: string) => progress.print(text)
  const checking = onlyTests ? undefined : runChecks(print)
  const failures = await runTests(run, { count, options, print, checking })
  const checks = (await checking) ?? []
  progress.end()
  return summary(run.results, [...failedBuild, ...checks], failures)
}

async function buildErrors(onlyTests: boolean): Promise<string[]> {
  try {
    await build()
    return []
  } catch (error) {
    printError(error)
    if (!onlyTests) return ['build']
    console.log('The build failed, see above. Running the tests on the previous build.')
    return []
  }
}

interface Setting {
  count: number
  options: Mocha.MochaOptions
  print: (text: string) => void
  /** The running checks. When they end, one more runner starts. */
  checking: Promise<unknown> | undefined
}

/** Runs the tests, and returns failures outside of a test. */
async function runTests(run: Run, { count, options, print, checking }: Setting): Promise<string[]> {
  const runners: Runner[] = []
  let startedRunners = 0
  const startRunner = async () => {
    const own = join(folder, String((startedRunners += 1)))
    const runner = new Runner(
      own,
      await testEnvironment(own),
      { ...options, color: process.stdout.isTTY },
      print,
    )
    runners.push(runner)
    return runner
  }
  try {
    installCommands()
    await run.by(
      await Promise.all(Array.from({ length: count }, startRunner)),
      (result) => print(describeResult(result)),
      checking?.then(() => (run.needsHelp ? startRunner() : undefined)),
    )
  } catch (error) {
    printError(error)
    return ['  The test run was interrupted, see above.']
  }
  return runners.flatMap(({ failures }) => failures)
}

function describeResult({ file, seconds, output }: Result): string {
  return `${file} (${seconds.toFixed(1)} s)\n${output.trimEnd()}\n`
}

function summary(
  results: readonly Result[],
  failedChecks: readonly string[],
  otherFailures: readonly string[],
): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failures = [...results.flatMap((result) => result.failures), ...otherFailures]
  if (passed + failures.length === 0) failures.push('  No test matches the arguments.')
  if (failures.length > 0) console.log(`Failures:\n\n${failures.join('\n\n')}\n`)
  if (failedChecks.length > 0) console.log(`Failed, see above: ${failedChecks.join(', ')}\n`)
  const failed = failures.length + failedChecks.length
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(folder, { recursive: true, force: true })
})
