import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Something a person can act on; shown without a stack. */
export class Trouble extends Error {}

export interface Running {
  name: string
  pid: number
  /** Fulfilled when the process is gone, with the way it went: "exit code 1", "SIGKILL". */
  ended: Promise<string>
  /** The last lines it wrote. */
  tail(): string[]
  /** Asks it to end, and insists after a while. */
  stop(): Promise<void>
  /** To a process that listens to us, see `onMessage`. */
  send(message: object): void
}

const alive = new Set<Running>()

interface Options {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Called with each line of output; without it the process writes straight to our terminal. */
  onLine?: (line: string, from: 'stdout' | 'stderr') => void
  /** An open file that takes all it writes, instead of our terminal. */
  output?: number
  /** Called with what it sends us; only then it hears what we send. */
  onMessage?: (message: unknown) => void
  /** How long it may take to end by itself. */
  patience?: number
  /** Stops its own children with it. */
  wholeGroup?: boolean
}

/**
 * Starts a process that cannot outlive us. It has a session of its own, so that Ctrl-C reaches only us and
 * we end things in order; on Linux the kernel ends it should we be killed without a chance to do so.
 */
export function start(name: string, command: string, args: string[], options: Options = {}): Running {
  const { onLine, onMessage, output = 'inherit', patience = 30_000, wholeGroup = false } = options
  const [file = command, ...rest] = tiedToUs([command, ...args])
  const child = spawn(file, rest, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: [
      'ignore',
      onLine ? 'pipe' : output,
      onLine ? 'pipe' : output,
      ...(onMessage ? ['ipc' as const] : []),
    ],
  })
  const pid = child.pid ?? 0
  const lines: string[] = []
  const take = (from: 'stdout' | 'stderr') => (line: string) => {
    lines.push(line)
    if (lines.length > 20) lines.shift()
    onLine?.(line, from)
  }
  if (child.stdout) eachLine(child.stdout, take('stdout'))
  if (child.stderr) eachLine(child.stderr, take('stderr'))
  if (onMessage) child.on('message', onMessage)

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message)
    })
    child.once('close', (code, signal) => {
      resolve(signal ?? `exit code ${code}`)
    })
  })
  const running: Running = {
    name,
    pid,
    ended,
    tail: () => [...lines],
    send(message) {
      if (child.connected) child.send(message)
    },
    async stop() {
      signal(wholeGroup ? -pid : pid, 'SIGTERM')
      const patient = sleep(patience, 'late', { ref: false })
      if ((await Promise.race([ended, patient])) === 'late') signal(-pid, 'SIGKILL')
      await ended
    },
  }
  alive.add(running)
  void ended.then(() => alive.delete(running))
  return running
}

/** Stops whatever still runs, what was started last first. */
export async function stopEverything(): Promise<void> {
  for (const running of [...alive].reverse()) await running.stop()
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid !== 0) process.kill(pid, name)
  } catch {
    // it is gone already
  }
}

function tiedToUs(command: string[]): string[] {
  return process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'TERM', ...command] : command
}

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
  stream.on('end', () => {
    if (rest) take(rest)
  })
}

/**
 * Ends a process that a killed run left behind. Its command and its working folder tell it from a stranger
 * that was given the same number since.
 */
export async function endLeftover(pidFile: string, command: string, folder: string): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    if (!pid || !runs(pid, command, folder)) {
      rmSync(pidFile, { force: true })
      return
    }
    signal(pid, 'SIGTERM')
  }
  throw new Trouble(
    `Process ${pid} (${command}) is left from an earlier run. End it (kill ${pid}), then try again.`,
  )
}

/** Whether that process runs this command in this folder. */
export function runs(pid: number, command: string, folder: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return words.includes(command) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

/** Runs a command to its end and gives its standard output; stops with its last lines when it fails. */
export async function run(command: string, args: string[], options: Omit<Options, 'onLine'> = {}) {
  const lines: string[] = []
  const process_ = start(command, command, args, {
    ...options,
    onLine: (line, from) => {
      if (from === 'stdout') lines.push(line)
    },
  })
  const how = await process_.ended
  if (how !== 'exit code 0') {
    throw new Trouble([`${command} ${args.join(' ')}: ${how}`, ...process_.tail()].join('\n  '))
  }
  return lines.join('\n')
}

export function report(error: unknown): void {
  console.error(error instanceof Trouble ? `\n${error.message}` : error)
}

/**
 * Runs a command's main part and always what clears up after it: when it ends, when it fails, and on Ctrl-C,
 * SIGTERM, SIGHUP or a reader of our output that went away.
 */
export async function withCleanUp(main: () => Promise<number>, cleanUp: () => Promise<void>): Promise<never> {
  const stopped = new Promise<number>((resolve) => {
    const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
    for (const [signal, code] of Object.entries(codes)) {
      process.on(signal, () => {
        resolve(code)
      })
    }
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('error', () => {
        resolve(141)
      })
    }
  })
  let code = 1
  try {
    code = await Promise.race([main(), stopped])
  } catch (error) {
    report(error)
  }
  try {
    await cleanUp()
  } catch (error) {
    console.error(error)
    code ||= 1
  }
  process.exit(code)
}
