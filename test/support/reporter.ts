import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'

/**
 * Mocha's own output, ended by one line that every CI can read. bin/test names the checks that failed before
 * the tests in FAILED_CHECKS, so that a run with a red check never ends in "0 failed".
 */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.once('end', () => {
      const { FAILED_CHECKS = '', TESTS_ENDED } = process.env
      const checks = FAILED_CHECKS.split(',').filter(Boolean)
      if (checks.length > 0) console.log(`Checks that failed, see above: ${checks.join(', ')}\n`)
      console.log(`${this.stats.passes} passed, ${this.stats.failures + checks.length} failed`)
      if (TESTS_ENDED) writeFileSync(TESTS_ENDED, '')
    })
  }
}
