import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { build } from '../../dev/build.ts'
import { mariadb } from '../../dev/engines/mariadb.ts'
import { printError, stopEverything, withCleanUp } from '../../dev/processes.ts'
import { readArguments } from './arguments.ts'
import { runChecks } from './checks.ts'
import { buildPreloaded, installCommands, testEnvironment } from './environment.ts'
import { minutes } from './plan.ts'
import { Progress } from './progress.ts'
import { Run } from './run.ts'
import { type Result, Runner } from './runner.ts'
import { databaseTemplate } from './template.ts'

const folder = mkdtempSync('/tmp/tolbor-test-') // not in $TMPDIR: the path of a socket must be short

/**
 * Continues after failures, so that one run shows all of them. The last line counts them, also in the file TEST_COUNTS, which
 * `bin/engines test` reads.
 */
async function main(): Promise<number> {
  const { engines, files, options, onlyTests } = readArguments(process.argv.slice(2))
  const run = new Run(files, options)
  const isHeavy = engines.database.isGroup || engines.redis.isGroup
  const runners = isHeavy ? 1 : availableParallelism() + 1
  const count = Math.min(files.length, Number(process.env.RUNNERS ?? runners))
  console.log(
    `${files.length} test files on ${engines.database.name} and ${engines.redis.name} in ${count} processes, about ${minutes(run.secondsLeft(count))} minutes`,
  )

  await installCommands(engines)
  await buildPreloaded()
  const building = buildErrors()
  const template = engines.database === mariadb ? await databaseTemplate() : undefined
  const progress = new Progress(() => run.progress)
  const print = (text: string) => progress.print(text)
  const startRunner = async (index: number) => {
    const own = join(folder, String(index))
    const env = await testEnvironment(own, engines, template)
    return new Runner(own, env, { ...options, color: process.stdout.isTTY }, print)
  }
  // The databases start during the build, but tests may run files of dist/.
  const starting = Promise.all(Array.from({ length: count }, (_, index) => startRunner(index)))
  starting.catch(() => undefined) // runTests reports it
  const failedBuild = await building
  const checking = onlyTests ? undefined : runChecks(print)
  const failures = await runTests(run, {
    ...{ starting, print },
    helper: checking?.then(() => (run.needsHelp ? startRunner(count) : undefined)),
  })
  const checks = (await checking) ?? []
  progress.end()
  const { text, failed } = summary(run.results, [...failedBuild, ...checks], failures)
  console.log(`${text} on ${engines.database.name} and ${engines.redis.name}`)
  if (process.env.TEST_COUNTS) writeFileSync(process.env.TEST_COUNTS, text)
  return failed === 0 ? 0 : 1
}

/** Tests run even if the build fails, since most do not need it, but the run does not pass. */
async function buildErrors(): Promise<string[]> {
  try {
    await build()
    return []
  } catch (error) {
    printError(error)
    console.log('The build failed, see above. Running the tests on the previous build.')
    return ['build']
  }
}

interface Runners {
  starting: Promise<Runner[]>
  /** One more runner, which starts when the checks have ended. */
  helper: Promise<Runner | undefined> | undefined
  print: (text: string) => void
}

/** Runs the tests, and returns failures outside of a test. */
async function runTests(run: Run, { starting, helper, print }: Runners): Promise<string[]> {
  try {
    const runners = await starting
    await run.by(runners, (result) => print(describeResult(result)), helper)
    const last = await helper
    return [...runners, ...(last ? [last] : [])].flatMap(({ failures }) => failures)
  } catch (error) {
    printError(error)
    return ['  The test run was interrupted, see above.']
  }
}

function describeResult({ file, seconds, output }: Result): string {
  return `${file} (${seconds.toFixed(1)} s)\n${output.trimEnd()}\n`
}

/** Prints the failures. Returns the counts. */
function summary(
  results: readonly Result[],
  failedChecks: readonly string[],
  otherFailures: readonly string[],
): { text: string; failed: number } {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failures = [...results.flatMap((result) => result.failures), ...otherFailures]
  if (passed + failures.length === 0) failures.push('  No test matches the arguments.')
  if (failures.length > 0) console.log(`Failures:\n\n${failures.join('\n\n')}\n`)
  if (failedChecks.length > 0) console.log(`Failed, see above: ${failedChecks.join(', ')}\n`)
  const failed = failures.length + failedChecks.length
  return { text: `${passed} passed, ${failed} failed`, failed }
}

await withCleanUp(main, async () => {
  await stopEverything()
  // A database that a test started may still be writing its last files.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})
