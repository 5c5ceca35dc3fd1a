import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'

/**
 * Mocha's own output, ended by one line that every CI can read. bin/test has more to count (the checks before
 * the tests, a process that would not end) and says the line itself: it gets the numbers in a file.
 */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.once('end', () => {
      const { passes, failures } = this.stats
      const { TEST_COUNTS } = process.env
      if (TEST_COUNTS) writeFileSync(TEST_COUNTS, JSON.stringify({ passed: passes, failed: failures }))
      else console.log(`${passes} passed, ${failures} failed`)
    })
  }
}
