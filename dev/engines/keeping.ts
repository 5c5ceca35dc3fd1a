import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { becomesTrue } from '../becomes-true.ts'
import { runs, UserError } from '../processes.ts'

/** The program that starts an engine and then waits. Its servers end with it. */
const KEEPER = 'dev/engines/keeper.ts'

/** The addresses and processes of a running engine. */
export interface State {
  url: string
  members: { name: string; port: number; pid: number }[]
}

/** A message of the keeper when the engine can be used, or when it could not be started. */
export type Report = { state: State } | { error: string }

/** Returns the folder of an engine that `bin/engines` starts. */
export function folderOf(name: string): string {
  return join('.data/engines', name)
}

const pidFile = (name: string) => join(folderOf(name), 'keeper')
export const stateFile = (name: string) => join(folderOf(name), 'state.json')

/** Returns the process id of the engine's keeper, or 0 if it does not run. */
export function keeperOf(name: string): number {
  const pid = Number(readIfPresent(pidFile(name)))
  return pid > 0 && runs(pid, KEEPER, '.') ? pid : 0
}

/** Returns the state of a running engine, or undefined if it does not run or is still starting. */
export function stateOf(name: string): State | undefined {
  const text = keeperOf(name) === 0 ? '' : readIfPresent(stateFile(name))
  return text === '' ? undefined : (JSON.parse(text) as State)
}

/** Returns the text of a file that the keeper may delete at any moment; empty if it is gone. */
function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/**
 * Starts an engine with empty data. Returns when it can be used; it then runs until `down`. Throws a `UserError` if it
 * does not start, or if this process is stopped meanwhile. None of its processes runs then.
 */
export async function up(name: string, port: number | undefined): Promise<State> {
  const folder = folderOf(name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = openSync(join(folder, 'log'), 'a')
  const keeper = spawn('node', ['--import', 'tsx', KEEPER, name, String(port ?? '')], {
    detached: true, // Ctrl-C reaches only us
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const stop = () => keeper.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  const ended = new Promise<Report>((resolve) => {
    keeper.once('close', (code, signal) => {
      resolve({ error: `${name} was stopped while it started (${signal ?? `exit code ${code}`}).` })
    })
  })
  const reported = new Promise<Report>((resolve) => {
    keeper.once('message', (report) => {
      resolve(report as Report)
    })
  })
  const report = await Promise.race([reported, ended])
  if ('error' in report) {
    await ended
    throw new UserError(report.error)
  }
  keeper.disconnect()
  keeper.unref()
  return report.state
}

/** Stops an engine, also one that is still starting. Returns whether it ran. */
export async function down(name: string): Promise<boolean> {
  const pid = keeperOf(name)
  if (pid === 0) return false
  process.kill(pid, 'SIGTERM')
  if (!(await becomesTrue(() => keeperOf(name) === 0, 60)))
    throw new UserError(`${name} does not stop. End its process: kill -9 ${pid}. Its servers end with it.`)
  return true
}
