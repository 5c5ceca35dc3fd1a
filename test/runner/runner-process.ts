import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import Mocha from 'mocha'
import { closeData, hooks, prepareData } from '../support/hooks.ts'
import { takeUnlisted } from '../support/unlisted.ts'
import { endChildren, LeftOpen } from './left-open.ts'
import { reporterFor } from './reporter.ts'
import type { FileResult, RunRequest } from './runner.ts'

const ADVICE = 'Add "project_id = ?", or list it with its reason in test/support/across-projects.ts'

// A process of bin/test. It receives test files, runs them one at a time, and sends the results.
let prepared: Promise<void> | undefined
let leftOpen: LeftOpen | undefined

process.on('message', (request: RunRequest) => void handle(request))

async function handle({ file, options, endTimeout }: RunRequest): Promise<void> {
  prepared ??= prepareData()
  await prepared
  leftOpen ??= new LeftOpen()
  if (file) process.send?.(await run(file, options, endTimeout))
  else {
    leftOpen.reportIfStillRunning(endTimeout)
    await closeData()
    process.disconnect()
  }
}

async function run(file: string, options: Mocha.MochaOptions, endTimeout: number): Promise<FileResult> {
  const startedAt = Date.now()
  const result: FileResult = { passed: 0, seconds: 0, failures: [] }
  const reporter = reporterFor(file, result)
  const mocha = new Mocha({ ...options, reporter, rootHooks: hooks })
  try {
    // Mocha itself would require the file, which would then load second instances of our modules.
    mocha.suite.emit('pre-require', globalThis, file, mocha)
    await import(pathToFileURL(resolve(file)).href)
    await new Promise((ended) => mocha.run(ended))
    const left = await endChildren(endTimeout)
    // After a failure the test may not have reached its own clean-up, so its children do not count as a second failure.
    if (result.failures.length === 0)
      result.failures.push(...left.map((child) => `  ${file}\n     left a process: ${child}`))
    result.failures.push(
      ...takeUnlisted().map((statement) => `  ${file}\n     sent ${statement}\n     ${ADVICE}`),
    )
  } catch (error) {
    result.failures.push(`  ${file}\n     could not be loaded: ${inspect(error)}`)
  } finally {
    mocha.dispose() // removes its listeners from `process`
  }
  leftOpen?.note(file)
  result.seconds = (Date.now() - startedAt) / 1000
  return result
}
