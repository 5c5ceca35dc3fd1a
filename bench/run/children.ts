import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** One of the two servers that are compared. */
export interface Contender {
  name: 'floor' | 'service'
  url: string
  process: ChildProcess
}

const started = new Set<ChildProcess>()
const folder = mkdtempSync(join(tmpdir(), 'tolbor-bench-'))

interface Run {
  env?: NodeJS.ProcessEnv
  args?: string[]
  execArgv?: string[]
  /** A file that takes what it writes, as a supervisor would. */
  log?: string
}

/** Starts a file of dist/ as a process that ends with us. */
export function run(file: string, { env = {}, args = [], execArgv = [], log }: Run = {}): ChildProcess {
  const output = log === undefined ? 'inherit' : openSync(join(folder, log), 'a')
  const child = fork(fileURLToPath(new URL(`../../${file}`, import.meta.url)), args, {
    env: { ...process.env, ...env },
    execArgv,
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  if (typeof output === 'number') closeSync(output)
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

/** The bare program, and the service as it is shipped, as web processes. */
export async function startWeb(
  name: Contender['name'],
  { env = {}, profile = null }: { env?: NodeJS.ProcessEnv; profile?: string | null } = {},
): Promise<Contender> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...env,
    PORT: `${port}`,
    BASE_URL: url,
    LOG_LEVEL: 'info',
    // Still counted, never reached.
    ...{ RATE_LIMIT_PER_SECOND: '1000000', PAGE_RATE_LIMIT_PER_SECOND: '1000000' },
  }
  const profiling = profile === null || name === 'floor' ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const child = run(name === 'floor' ? 'bench/floors/web.js' : 'api/main.js', {
    env: settings,
    execArgv: profiling,
    log: `${name}.log`,
  })
  const ended = gone(child)
  while (!(await Promise.race([isReady(url), ended]))) await pause(5)
  return { name, url, process: child }
}

/** A worker as it is shipped. */
export function startWorker({
  profile = null,
  env = {},
}: { profile?: string | null; env?: NodeJS.ProcessEnv } = {}): ChildProcess {
  const execArgv = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  return run('worker/main.js', { env: { LOG_LEVEL: 'info', ...env }, execArgv, log: 'worker.log' })
}

/** A bare worker that takes jobs of one kind. */
export function startFloorWorker(kind: 'deliver' | 'expire' | 'end'): ChildProcess {
  return run('bench/floors/worker.js', { args: [kind] })
}

/** Asks a child for something, and waits for its answer. */
export async function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  child.send(question)
  return answerOf(child)
}

/** The next thing that a child says. */
export async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await Promise.race([once(child, 'message'), gone(child)])) as [Answer]
  return answer
}

const ends = new WeakMap<ChildProcess, Promise<never>>()

/** Fails when the child has ended, which nobody asked it to. */
function gone(child: ChildProcess): Promise<never> {
  let ended = ends.get(child)
  if (!ended) {
    ended = once(child, 'exit').then(() => {
      throw new Error(`${child.spawnargs.slice(1).join(' ')} has ended`)
    })
    ended.catch(() => undefined) // at the end of the run nobody asks any more
    ends.set(child, ended)
  }
  return ended
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Ends a process in order, or at once, and waits until it is gone. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Ends what was started here, and waits for it. */
export async function endChildren(): Promise<void> {
  await Promise.all(Array.from(started, (child) => end(child)))
  rmSync(folder, { recursive: true, force: true })
}
