import type { ProgressMessage } from '../runner/runner.ts'

const REPORT_INTERVAL = 15_000

/** Reports the progress of a long run of histories. bin/test shows it at once, and other output at the end. */
export class RunProgress {
  readonly #name: string
  readonly #runs: number
  readonly #begun = Date.now()
  #told = Date.now()
  #done = 0
  #steps = 0

  constructor(name: string, runs: number, seed: number) {
    this.#name = name
    this.#runs = runs
    report(`${name}: ${runs} histories from MODEL_SEED=${seed}`)
  }

  /** Counts one more history with this number of steps. */
  done(steps: number): void {
    this.#done += 1
    this.#steps += steps
    const isLast = this.#done === this.#runs
    if (!isLast && Date.now() - this.#told < REPORT_INTERVAL) return
    this.#told = Date.now()
    const seconds = (this.#told - this.#begun) / 1000
    const pace = `${(this.#steps / seconds).toFixed(0)} steps and ${(this.#done / seconds).toFixed(1)} histories a second`
    report(`${this.#name}: ${this.#done} of ${this.#runs} histories, ${pace}`)
  }
}

function report(text: string): void {
  if (process.send) process.send({ progress: text } satisfies ProgressMessage)
  else console.log(text)
}
