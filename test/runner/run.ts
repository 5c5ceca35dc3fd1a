import type { MochaOptions } from 'mocha'
import { knownDurations, remember } from './durations.ts'
import { expected, inOrder, isAlone, minutes, timeLeft } from './plan.ts'
import type { Result, Runner } from './runner.ts'

/** In seconds: it begins with a MariaDB, a Redis, and reading the whole service. */
const WORTH_A_START = 60

/** The test files of a run: which wait, which are under way, and how they went. */
export class Run {
  readonly #durations = knownDurations()
  readonly #all: number
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
    this.#all = files.length
    this.#options = options
  }

  /** Each runner takes the next file as soon as it has done one; `another` helps from when it comes. */
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
    remember(Object.fromEntries(whole.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10])))
  }

  /** Whether so much is left to begin that another runner is worth its start. */
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

  /** By what the files took the last time, and how much longer or shorter those did that have run. */
  secondsLeft(runners = this.#runners.length): number {
    const now = Date.now()
    const busy = this.#runners.map(({ busy, current: { file, since } }) =>
      busy ? Math.max(1, expected(file, this.#durations) - (now - since) / 1000) : 0,
    )
    const beside = timeLeft(this.#waiting, this.#durations, runners, busy)
    return (beside + timeLeft(this.#alone, this.#durations, 1)) * this.#pace()
  }

  #pace(): number {
    const took = this.results.reduce((sum, { seconds }) => sum + seconds, 0)
    const thought = this.results.reduce((sum, { file }) => sum + expected(file, this.#durations), 0)
    return thought > 20 ? took / thought : 1
  }

  get progress(): string {
    const left = this.results.length < this.#all ? `${minutes(this.secondsLeft())} left` : 'checks go on'
    return `${this.results.length} of ${this.#all} files, ${left}`
  }
}
