import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MochaOptions } from 'mocha'
import { type Running, start } from '../../dev/processes.ts'

/** What the tests of a file came to. */
export interface Counted {
  passed: number
  seconds: number
  /** Each as it is shown, with its file and title. */
  failures: string[]
}

/** Asks a runner to run a file; no file asks it to end. */
export interface Asked {
  file?: string
  options: MochaOptions
  /** How long what a file has started may take to end by itself, in milliseconds. */
  patience: number
}

/** What a test that runs long has to say before its end. */
export interface Told {
  told: string
}

export interface Result extends Counted {
  file: string
  /** All that was written while it ran. */
  output: string
}

/** A process that runs test files, one after the other: test/support/runner.ts. One that died is replaced. */
export class Runner {
  readonly #env: NodeJS.ProcessEnv
  readonly #options: MochaOptions
  readonly #log: string
  readonly #patience: number
  readonly #print: (text: string) => void
  #read = 0
  #process: Running | undefined
  #answer: ((counted: Counted) => void) | undefined
  /** What went wrong between files. */
  readonly failures: string[] = []
  /** The file it was given last, and when. */
  current = { file: '', since: 0 }

  constructor(
    folder: string,
    env: NodeJS.ProcessEnv,
    options: MochaOptions,
    print: (text: string) => void,
    patience = 10_000,
  ) {
    this.#print = print
    this.#patience = patience
    this.#env = env
    this.#options = options
    this.#log = join(folder, 'output')
  }

  async run(file: string): Promise<Result> {
    this.current = { file, since: Date.now() }
    const counted = await new Promise<Counted>((resolve) => {
      this.#answer = resolve
      this.#process ??= this.#start()
      this.#process.send({ file, options: this.#options, patience: this.#patience } satisfies Asked)
    })
    this.#answer = undefined
    return { ...counted, file, output: this.#written() }
  }

  get busy(): boolean {
    return this.#answer !== undefined
  }

  /** Tests that leave a connection open must fail, not hang. */
  async end(): Promise<void> {
    const running = this.#process
    if (!running) return
    this.#process = undefined
    running.send({ options: {}, patience: this.#patience } satisfies Asked)
    const how = await Promise.race([running.ended, sleep(2 * this.#patience, 'it runs on', { ref: false })])
    await running.stop()
    if (how !== 'exit code 0') {
      this.failures.push(
        `  A process left something open, and did not end after its last file: ${how}. What is open, and since which file:\n${this.#written()}`,
      )
    }
  }

  #start(): Running {
    const output = openSync(this.#log, 'a')
    const running = start('tests', 'node', ['--import', 'tsx', 'test/support/runner.ts'], {
      env: this.#env,
      output,
      onMessage: (message) => this.#hear(message as Counted | Told),
      wholeGroup: true,
    })
    closeSync(output)
    void running.ended.then((how) => {
      if (this.#process === running) this.#died(how)
    })
    return running
  }

  #hear(message: Counted | Told): void {
    if ('told' in message) this.#print(message.told)
    else this.#answer?.(message)
  }

  #died(how: string): void {
    this.#process = undefined
    const failure = `  ${this.current.file}\n     The process that ran it ended: ${how}. See what it wrote.`
    const seconds = (Date.now() - this.current.since) / 1000
    if (this.#answer) this.#answer({ passed: 0, seconds, failures: [failure] })
    else this.failures.push(`${failure}\n${this.#written()}`)
  }

  /** What has been written since it was asked last. */
  #written(): string {
    const bytes = readFileSync(this.#log)
    const text = bytes.subarray(this.#read).toString()
    this.#read = bytes.length
    return text
  }
}
