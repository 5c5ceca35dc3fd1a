import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MochaOptions } from 'mocha'
import { type Running, start } from '../../dev/processes.ts'

/** The result of a file's tests. */
export interface FileResult {
  passed: number
  seconds: number
  /** The text of each failure, with file and title. */
  failures: string[]
}

/** A message to a runner process: run this file, or end without a file. */
export interface RunRequest {
  file?: string
  options: MochaOptions
  /** Time limit for the end of child processes and open handles, in milliseconds. */
  endTimeout: number
}

/** A message of a long test before its end. */
export interface ProgressMessage {
  progress: string
}

export interface Result extends FileResult {
  file: string
  /** The output of the process while it ran. */
  output: string
}

/** Runs test files in a process of its own (runner-process.ts), one after the other. Replaces a process that died. */
export class Runner {
  readonly #env: NodeJS.ProcessEnv
  readonly #options: MochaOptions
  readonly #log: string
  readonly #endTimeout: number
  readonly #print: (text: string) => void
  #read = 0
  #process: Running | undefined
  #resolve: ((result: FileResult) => void) | undefined
  /** Failures between files. */
  readonly failures: string[] = []
  /** The last file that it received, and when. */
  current = { file: '', since: 0 }

  constructor(
    folder: string,
    env: NodeJS.ProcessEnv,
    options: MochaOptions,
    print: (text: string) => void,
    endTimeout = 10_000,
  ) {
    this.#print = print
    this.#endTimeout = endTimeout
    this.#env = env
    this.#options = options
    this.#log = join(folder, 'output')
  }

  async run(file: string): Promise<Result> {
    this.current = { file, since: Date.now() }
    const result = await new Promise<FileResult>((resolve) => {
      this.#resolve = resolve
      this.#process ??= this.#start()
      this.#process.send({ file, options: this.#options, endTimeout: this.#endTimeout } satisfies RunRequest)
    })
    this.#resolve = undefined
    return { ...result, file, output: this.#newOutput() }
  }

  get busy(): boolean {
    return this.#resolve !== undefined
  }

  /** Ends the process. If a test left something open, that is a failure, and the process is killed. */
  async end(): Promise<void> {
    const running = this.#process
    if (!running) return
    this.#process = undefined
    running.send({ options: {}, endTimeout: this.#endTimeout } satisfies RunRequest)
    const how = await Promise.race([
      running.ended,
      sleep(2 * this.#endTimeout, 'it is still running', { ref: false }),
    ])
    await running.stop()
    if (how !== 'exit code 0') {
      this.failures.push(
        `  A process did not end after its last file (${how}). What is open, and since which file:\n${this.#newOutput()}`,
      )
    }
  }

  #start(): Running {
    const output = openSync(this.#log, 'a')
    const running = start('tests', 'node', ['--import', 'tsx', 'test/runner/runner-process.ts'], {
      env: this.#env,
      output,
      onMessage: (message) => this.#receive(message as FileResult | ProgressMessage),
      wholeGroup: true,
    })
    closeSync(output)
    void running.ended.then((how) => {
      if (this.#process === running) this.#handleDeath(how)
    })
    return running
  }

  #receive(message: FileResult | ProgressMessage): void {
    if ('progress' in message) this.#print(message.progress)
    else this.#resolve?.(message)
  }

  #handleDeath(how: string): void {
    this.#process = undefined
    const failure = `  ${this.current.file}\n     The process that ran it ended (${how}). See its output.`
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
