import { format } from 'node:util'
import Mocha from 'mocha'
import type { FileCounts } from '../runner/runner.ts'

const { Base, Spec } = Mocha.reporters

/** Mocha's own output of a file, but for what failed: that is counted, to be told for all files together. */
export function reporterFor(file: string, counted: FileCounts): Mocha.ReporterConstructor {
  return class extends Spec {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      super(runner, options)
      runner.once('end', () => {
        counted.passed = this.stats.passes
        counted.failures.push(...this.failures.map((test) => described(file, test)))
      })
    }

    override epilogue(): void {
      Base.consoleLog()
    }
  }
}

/** A failure as mocha lists it: its title, what was expected, and where; the file instead of a number. */
function described(file: string, test: Mocha.Test): string {
  const written = Base.consoleLog
  let text = ''
  Base.consoleLog = (...data) => {
    text += `${format(...data)}\n`
  }
  Base.list([test])
  Base.consoleLog = written
  return text.trimEnd().replace('  1) ', `  ${file}\n     `)
}
