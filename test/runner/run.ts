import type { MochaOptions } from 'mocha'
import { knownDurations, saveDurations } from './durations.ts'
import { expected, inOrder, isAlone, minutes, timeLeft } from './plan.ts'
import type { Result, Runner } from './runner.ts'

/** The least seconds of work that justify another runner, which starts a MariaDB and a Redis and loads the service. */
const WORTH_A_START = 60

/** The test files of a run: waiting, running and finished. */
export class Run {
  readonly #durations = knownDurations()
  readonly #total: number
  readonly #options: MochaOptions
  readonly #waiting: string[]
  readonly #alone: string[]
  #runners: readonly Runner[] = []
  readonly results: Result[] = []

  constructor(files: readonly string[], options: MochaOptions) {
    this.#waiting = inOrder(
      files.filter((file) => !isAlone(file)),
      this.#durations,
    )
    this.#alone = files.filter(isAlone)
    this.#total = files.length
    this.#options = options
  }

  /** Runs all files: each runner takes the next file when it is free. `another` joins when it resolves. */
  async by(
    runners: readonly Runner[],
    onResult: (result: Result) => void,
    another: Promise<Runner | undefined> = Promise.resolve(undefined),
  ): Promise<void> {
    this.#runners = runners
    const work = (runner: Runner) => this.#work(runner, this.#waiting, onResult)
    const helping = another.then(async (helper) => {
      if (!helper) return
      this.#runners = [...this.#runners, helper]
      await work(helper)
    })
    await Promise.all([...runners.map(work), helping])
    await this.#work(runners[0]!, this.#alone, onResult)
    await Promise.all(this.#runners.map((runner) => runner.end()))
    if (this.#options.grep || this.#options.fgrep) return
    const whole = this.results.filter(({ failures }) => failures.length === 0)
    saveDurations(Object.fromEntries(whole.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10])))
  }

  /** Returns whether enough work is left for another runner. */
  get needsHelp(): boolean {
    const left = this.#waiting.reduce((sum, file) => sum + expected(file, this.#durations), 0)
    return left > WORTH_A_START
  }

  async #work(runner: Runner, queue: string[], onResult: (result: Result) => void): Promise<void> {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const result = await runner.run(file)
      this.results.push(result)
      onResult(result)
      if (this.#options.bail && result.failures.length > 0) this.#waiting.length = this.#alone.length = 0
    }
  }

  /** Estimates the remaining seconds by the last durations, and by the pace of the finished files. */
  secondsLeft(runners = this.#runners.length): number {
    const now = Date.now()
    const busy = this.#runners.map(({ busy, current: { file, since } }) =>
      busy ? Math.max(1, expected(file, this.#durations) - (now - since) / 1000) : 0,
    )
    const parallel = timeLeft(this.#waiting, this.#durations, runners, busy)
    return (parallel + timeLeft(this.#alone, this.#durations, 1)) * this.#pace()
  }

  #pace(): number {
    const took = this.results.reduce((sum, { seconds }) => sum + seconds, 0)
    const estimated = this.results.reduce((sum, { file }) => sum + expected(file, this.#durations), 0)
    return estimated > 20 ? took / estimated : 1
  }

  get progress(): string {
    const left =
      this.results.length < this.#total ? `${minutes(this.secondsLeft())} left` : 'waiting for the checks'
    return `${this.results.length} of ${this.#total} files, ${left}`
  }
}
