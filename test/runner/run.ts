import type { MochaOptions } from 'mocha'
import { knownDurations, storeDurations } from './durations.ts'
import { expectedSeconds, isAlone, longestFirst, minutes, timeLeft } from './plan.ts'
import type { Result, Runner } from './runner.ts'

/** An extra runner starts only for more seconds of work than this: it first starts servers and loads the service. */
const WORTH_A_START = 60

/** The test files of a run: the waiting ones, the running ones, and their results. */
export class Run {
  readonly #durations = knownDurations()
  readonly #all: number
  readonly #options: MochaOptions
  readonly #waiting: string[]
  readonly #alone: string[]
  #runners: readonly Runner[] = []
  readonly results: Result[] = []

  constructor(files: readonly string[], options: MochaOptions) {
    this.#waiting = longestFirst(
      files.filter((file) => !isAlone(file)),
      this.#durations,
    )
    this.#alone = files.filter(isAlone)
    this.#all = files.length
    this.#options = options
  }

  /** Runs all files. Each runner takes the next file when it is free; `another` joins when it has started. */
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
    const passed = this.results.filter(({ failures }) => failures.length === 0)
    storeDurations(
      Object.fromEntries(passed.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10])),
    )
  }

  /** Whether enough files wait for another runner to be worth its start. */
  get needsHelp(): boolean {
    const left = this.#waiting.reduce((sum, file) => sum + expectedSeconds(file, this.#durations), 0)
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

  /** Estimates the time left from the last run, corrected by the pace of this run. */
  secondsLeft(runners = this.#runners.length): number {
    const now = Date.now()
    const busy = this.#runners.map(({ busy, current: { file, since } }) =>
      busy ? Math.max(1, expectedSeconds(file, this.#durations) - (now - since) / 1000) : 0,
    )
    const together = timeLeft(this.#waiting, this.#durations, runners, busy)
    return (together + timeLeft(this.#alone, this.#durations, 1)) * this.#pace()
  }

  #pace(): number {
    const measured = this.results.reduce((sum, { seconds }) => sum + seconds, 0)
    const expected = this.results.reduce((sum, { file }) => sum + expectedSeconds(file, this.#durations), 0)
    return expected > 20 ? measured / expected : 1
  }

  get progress(): string {
    const left =
      this.results.length < this.#all ? `${minutes(this.secondsLeft())} left` : 'waiting for the checks'
    return `${this.results.length} of ${this.#all} files, ${left}`
  }
}
