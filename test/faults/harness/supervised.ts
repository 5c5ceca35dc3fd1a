import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Running, start } from '../../../dev/processes.ts'

/** Time that a supervisor waits before it starts a process again, in milliseconds. */
const RESTART_AFTER = 1_000

/** What to run: a file of dist/ in the folder of a release. */
export interface Program {
  name: string
  file: string
  args: readonly string[]
  release: string
  env: NodeJS.ProcessEnv
  /** A file that receives its output. */
  log: string
}

/** A process that is started again when it ends, as systemd does. */
export class Supervised {
  #program: Program
  #running: Running
  #isWanted = true
  /** Number of times that it ended without being asked to. */
  crashes = 0

  constructor(program: Program) {
    this.#program = program
    this.#running = this.#start()
  }

  get name(): string {
    return this.#program.name
  }

  get pid(): number {
    return this.#running.pid
  }

  /** Kills it with SIGKILL. It starts again after a second. */
  async kill(): Promise<void> {
    const running = this.#running
    try {
      process.kill(running.pid, 'SIGKILL')
    } catch {
      // it ended by itself and waits for its start
    }
    await running.ended
  }

  /** Stops it with SIGTERM and starts it again, maybe from another release. */
  async restart(changes: Partial<Program> = {}): Promise<void> {
    this.#isWanted = false
    await this.#running.stop()
    this.#program = { ...this.#program, ...changes }
    this.#isWanted = true
    this.#running = this.#start()
  }

  async stop(): Promise<void> {
    this.#isWanted = false
    await this.#running.stop()
  }

  #isCurrent(running: Running): boolean {
    return this.#isWanted && this.#running === running
  }

  #start(): Running {
    const { name, file, args, release, env, log } = this.#program
    const output = openSync(log, 'a')
    const running = start(name, 'node', [file, ...args], { cwd: release, env, output })
    closeSync(output)
    void running.ended.then(async (how) => {
      if (!this.#isCurrent(running)) return
      if (how !== 'SIGKILL') this.crashes += 1
      await pause(RESTART_AFTER)
      if (this.#isCurrent(running)) this.#running = this.#start()
    })
    return running
  }
}
