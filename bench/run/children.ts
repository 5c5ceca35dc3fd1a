import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** One of the two compared servers. */
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
  /** A file for its output, as with a supervisor. */
  log?: string
}

/** Starts a file of dist/ as a child process. */
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

/** Starts a process with the environment and the options of Node.js that its line of the Procfile has. */
function runInProduction(
  name: 'web' | 'worker',
  { file, env, profile }: { file: string; env: NodeJS.ProcessEnv; profile: string | null },
): ChildProcess {
  const procfile = readFileSync(new URL('../../../Procfile', import.meta.url), 'utf8')
  const line = new RegExp(`^${name}: env (.*) node (.*) dist/`, 'm').exec(procfile)
  if (!line)
    throw new Error(`The line ${name} of the Procfile is not "env NAME=VALUE … node OPTIONS dist/…".`)
  const [, variables = '', options = ''] = line
  const own = Object.fromEntries(variables.split(' ').map((pair) => pair.split('='))) as NodeJS.ProcessEnv
  return run(file, {
    env: { ...own, ...env },
    execArgv: [
      ...options.split(' '),
      ...(profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
    log: `${name}.log`,
  })
}

/** Starts the web process of the bare program, or of the service with production settings, and waits until it is ready. */
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
    // Rate limits are counted but never reached.
    ...{ RATE_LIMIT_PER_SECOND: '1000000', PAGE_RATE_LIMIT_PER_SECOND: '1000000' },
  }
  const child =
    name === 'floor'
      ? run('bench/floors/web.js', { env: settings, log: 'floor.log' })
      : runInProduction('web', { file: 'api/main.js', env: settings, profile })
  const ended = failAtEnd(child)
  while (!(await Promise.race([isReady(url), ended]))) await pause(5)
  return { name, url, process: child }
}

/** Starts a worker of the service with production settings. */
export function startWorker({
  profile = null,
  env = {},
}: { profile?: string | null; env?: NodeJS.ProcessEnv } = {}): ChildProcess {
  return runInProduction('worker', { file: 'worker/main.js', env: { LOG_LEVEL: 'info', ...env }, profile })
}

/** Starts a bare worker for one kind of jobs. */
export function startFloorWorker(kind: 'deliver' | 'expire' | 'end'): ChildProcess {
  return run('bench/floors/worker.js', { args: [kind] })
}

/** Sends a message to a child and returns its response. */
export async function request<Response>(child: ChildProcess, message: object): Promise<Response> {
  child.send(message)
  return nextMessage(child)
}

/** Returns the next message of a child. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([once(child, 'message'), failAtEnd(child)])) as [Message]
  return message
}

const ends = new WeakMap<ChildProcess, Promise<never>>()

/** Rejects when the child has ended. */
function failAtEnd(child: ChildProcess): Promise<never> {
  let ended = ends.get(child)
  if (!ended) {
    ended = once(child, 'exit').then(() => {
      throw new Error(`${child.spawnargs.slice(1).join(' ')} has ended unexpectedly.`)
    })
    ended.catch(() => undefined) // at the end of the run no caller waits for it
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

/** Ends a process and waits for its end. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Ends all child processes and waits for their end. */
export async function endChildren(): Promise<void> {
  await Promise.all(Array.from(started, (child) => end(child)))
  rmSync(folder, { recursive: true, force: true })
}
