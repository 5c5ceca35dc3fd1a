import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MochaOptions } from 'mocha'
import { type Running, start } from '../../dev/processes.ts'

/** The results of a file. */
export interface FileCounts {
  passed: number
  seconds: number
  /** The text of each failure, with file and title. */
  failures: string[]
}

/** A message to a runner: run a file, or end if there is no file. */
export interface RunRequest {
  file?: string
  options: MochaOptions
  /** How long the processes that a file started may take to end, in milliseconds. */
  patience: number
}

/** A message about the progress of a long test. */
export interface ProgressMessage {
  told: string
}

export interface Result extends FileCounts {
  file: string
  /** The output of the run. */
  output: string
}

/** Runs test files one after the other in a process of test/support/runner.ts, which is replaced if it dies. */
export class Runner {
  readonly #env: NodeJS.ProcessEnv
  readonly #options: MochaOptions
  readonly #log: string
  readonly #patience: number
  readonly #print: (text: string) => void
  #read = 0
  #process: Running | undefined
  #resolve: ((counts: FileCounts) => void) | undefined
  /** Failures between files. */
  readonly failures: string[] = []
  /** The last file, and its start time. */
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
    const counts = await new Promise<FileCounts>((resolve) => {
      this.#resolve = resolve
      this.#process ??= this.#start()
      this.#process.send({ file, options: this.#options, patience: this.#patience } satisfies RunRequest)
    })
    this.#resolve = undefined
    return { ...counts, file, output: this.#newOutput() }
  }

  get busy(): boolean {
    return this.#resolve !== undefined
  }

  /** Ends the process. If a test left a connection open, that is a failure; the run does not hang. */
  async end(): Promise<void> {
    const running = this.#process
    if (!running) return
    this.#process = undefined
    running.send({ options: {}, patience: this.#patience } satisfies RunRequest)
    const end = await Promise.race([
      running.ended,
      sleep(2 * this.#patience, 'it still runs', { ref: false }),
    ])
    await running.stop()
    if (end !== 'exit code 0') {
      this.failures.push(
        `  A process did not end after its last file: ${end}. Open resources, and the file since which each is open:\n${this.#newOutput()}`,
      )
    }
  }

  #start(): Running {
    const output = openSync(this.#log, 'a')
    const running = start('tests', 'node', ['--import', 'tsx', 'test/support/runner.ts'], {
      env: this.#env,
      output,
      onMessage: (message) => this.#receive(message as FileCounts | ProgressMessage),
      wholeGroup: true,
    })
    closeSync(output)
    void running.ended.then((end) => {
      if (this.#process === running) this.#died(end)
    })
    return running
  }

  #receive(message: FileCounts | ProgressMessage): void {
    if ('told' in message) this.#print(message.told)
    else this.#resolve?.(message)
  }

  #died(end: string): void {
    this.#process = undefined
    const failure = `  ${this.current.file}\n     The process that ran it ended: ${end}. See its output.`
    const seconds = (Date.now() - this.current.since) / 1000
    if (this.#resolve) this.#resolve({ passed: 0, seconds, failures: [failure] })
    else this.failures.push(`${failure}\n${this.#newOutput()}`)
  }

  /** Returns the output since the last call. */
  #newOutput(): string {
    const bytes = readFileSync(this.#log)
    const text = bytes.subarray(this.#read).toString()
    this.#read = bytes.length
    return text
  }
}
