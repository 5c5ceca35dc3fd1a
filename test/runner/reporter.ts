import { format } from 'node:util'
import Mocha from 'mocha'
import type { FileResult } from './runner.ts'

const { Base, Spec } = Mocha.reporters

/** Creates mocha's reporter of a file. Failures go to `result` instead: bin/test prints them together at the end. */
export function reporterFor(file: string, result: FileResult): Mocha.ReporterConstructor {
  return class extends Spec {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      super(runner, options)
      runner.once('end', () => {
        result.passed = this.stats.passes
        result.failures.push(...this.failures.map((test) => formatFailure(file, test)))
      })
    }

    override epilogue(): void {
      Base.consoleLog()
    }
  }
}

/** Formats a failure like mocha: title, difference, stack; with the file instead of a number. */
function formatFailure(file: string, test: Mocha.Test): string {
  const { consoleLog } = Base
  let text = ''
  Base.consoleLog = (...data) => {
    text += `${format(...data)}\n`
  }
  Base.list([test])
  Base.consoleLog = consoleLog
  return text.trimEnd().replace('  1) ', `  ${file}\n     `)
}
