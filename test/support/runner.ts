import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import Mocha from 'mocha'
import type { FileCounts, RunRequest } from '../runner/runner.ts'
import { closeData, hooks, prepareData } from './hooks.ts'
import { endChildren, LeftOpen } from './left-open.ts'
import { reporterFor } from './reporter.ts'

// A process of bin/test: it runs the files that it is sent, one at a time, and answers how each went.
let prepared: Promise<void> | undefined
let leftOpen: LeftOpen | undefined

process.on('message', (asked: RunRequest) => void answer(asked))

async function answer({ file, options, patience }: RunRequest): Promise<void> {
  prepared ??= prepareData()
  await prepared
  leftOpen ??= new LeftOpen()
  if (file) process.send?.(await run(file, options, patience))
  else {
    leftOpen.tellIfStillHere(patience)
    await closeData()
    process.disconnect()
  }
}

async function run(file: string, options: Mocha.MochaOptions, patience: number): Promise<FileCounts> {
  const begun = Date.now()
  const counted: FileCounts = { passed: 0, seconds: 0, failures: [] }
  const reporter = reporterFor(file, counted)
  const mocha = new Mocha({ ...options, reporter, rootHooks: hooks })
  try {
    // Mocha itself would require the file, and so have it meet other instances of the modules than ours.
    mocha.suite.emit('pre-require', globalThis, file, mocha)
    await import(pathToFileURL(resolve(file)).href)
    await new Promise((ended) => mocha.run(ended))
    const left = await endChildren(patience)
    // One that failed may have come no further; what it left is ended all the same.
    if (counted.failures.length === 0)
      counted.failures.push(...left.map((child) => `  ${file}\n     left a process: ${child}`))
  } catch (error) {
    counted.failures.push(`  ${file}\n     could not be run: ${inspect(error)}`)
  }
  leftOpen?.note(file)
  counted.seconds = (Date.now() - begun) / 1000
  return counted
}
