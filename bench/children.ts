import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Load, Measured } from './load.ts'

/** One of the two servers that are compared. */
export interface Contender {
  name: 'floor' | 'service'
  url: string
  process: ChildProcess
}

const started: ChildProcess[] = []

function run(file: string, env: NodeJS.ProcessEnv, execArgv: string[], output: number | 'inherit') {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv,
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  started.push(child)
  return child
}

/** Bare Express and mysql2. */
export async function startFloor(): Promise<Contender> {
  const port = await freePort()
  const child = run('./floor.js', { PORT: `${port}`, BASE_URL: `http://127.0.0.1:${port}` }, [], 'inherit')
  await Promise.race([once(child, 'message'), gone(child)])
  return { name: 'floor', url: `http://127.0.0.1:${port}`, process: child }
}

/** The service as it is shipped, its log kept in a file as a supervisor would. */
export async function startService(logFile: string, execArgv: string[]): Promise<Contender> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: `${port}`,
    BASE_URL: url,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_SECOND: '1000000', // still counted, never reached
  }
  const child = run('../api/main.js', settings, execArgv, openSync(logFile, 'w'))
  const ended = gone(child)
  while (!(await Promise.race([isReady(url), ended]))) await pause(50)
  return { name: 'service', url, process: child }
}

/** The load comes from a process of its own, so that it takes no turns from a server. */
export function startLoad(): (load: Load) => Promise<Measured> {
  const child = run('./load.js', {}, [], 'inherit')
  const ended = gone(child)
  return async (load) => {
    child.send(load)
    const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured]
    return measured
  }
}

/** Asks `/healthz` until it is told to stop, and answers how long each took, in milliseconds. Not from the process that builds the load. */
export function startHealth(url: string): () => Promise<number[]> {
  const child = run('./health.js', { SERVICE_URL: url }, [], 'inherit')
  const ended = gone(child)
  return async () => {
    child.send('stop')
    const [took] = (await Promise.race([once(child, 'message'), ended])) as [number[]]
    return took
  }
}

function gone(child: ChildProcess): Promise<never> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${child.spawnargs.at(-1)} has ended`)
  })
  ended.catch(() => undefined) // at the end of the run nobody asks any more
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

/** Ends what was started here, and waits for it. */
export async function stopChildren(): Promise<void> {
  await Promise.all(
    started.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }),
  )
}

/** Clock ticks are 10 ms on every Linux that Node runs on. */
const TICK = 10

/** Processor time that a process has taken so far, in milliseconds, or null where the system does not tell. */
export function processorTime({ pid }: ChildProcess): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return null
  }
}
