import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { becomesTrue } from './becomes-true.ts'

/** An error that the user can fix. It is printed without a stack, and the command exits with `exitCode`. */
export class UserError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export interface Running {
  name: string
  pid: number
  /** Resolves when the process has ended, to how it ended: "exit code 1", "SIGKILL". */
  ended: Promise<string>
  /** Returns the last lines of its output. */
  tail(): string[]
  /** Sends SIGTERM, and SIGKILL to the group if the process has not ended in time. */
  stop(): Promise<void>
  /** Sends a message. The process must have been started with `onMessage`. */
  send(message: object): void
}

const alive = new Set<Running>()

interface Options {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Receives each line of output. Without it the process writes directly to our terminal. */
  onLine?: (line: string, from: 'stdout' | 'stderr') => void
  /** A file descriptor that receives the output instead of our terminal. */
  output?: number
  /** Receives the messages of the process, and opens the channel for `send`. */
  onMessage?: (message: unknown) => void
  /** Time limit for its end after SIGTERM, in milliseconds. */
  stopTimeout?: number
  /** Sends SIGTERM to its children too. */
  wholeGroup?: boolean
}

/**
 * Starts a process that ends when we end. It has its own session: Ctrl-C reaches only us, and we stop the processes in
 * order. On Linux the kernel stops it if we are killed.
 */
export function start(name: string, command: string, args: string[], options: Options = {}): Running {
  const { onLine, onMessage, output = 'inherit', stopTimeout = 30_000, wholeGroup = false } = options
  const [file = command, ...rest] = endingWithUs([command, ...args])
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
      const timeout = sleep(stopTimeout, 'timeout', { ref: false })
      if ((await Promise.race([ended, timeout])) === 'timeout') signal(-pid, 'SIGKILL')
      await ended
    },
  }
  alive.add(running)
  void ended.then(() => alive.delete(running))
  return running
}

/** Stops all running processes, the newest first. */
export async function stopEverything(): Promise<void> {
  for (const running of [...alive].reverse()) await running.stop()
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid !== 0) process.kill(pid, name)
  } catch {
    // it has already ended
  }
}

function endingWithUs(command: string[]): string[] {
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
 * Stops a process that a killed run left behind. Checks its command and its working folder, because the system may have
 * given the process id to another program since.
 */
export async function stopLeftover(pidFile: string, command: string, folder: string): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  const isOver = () => !pid || !runs(pid, command, folder)
  if (!isOver()) signal(pid, 'SIGTERM')
  if (!(await becomesTrue(isOver, 30)))
    throw new UserError(
      `Process ${pid} (${command}) is left from an earlier run and does not stop. End it (kill -9 ${pid}), then try again.`,
    )
  rmSync(pidFile, { force: true })
}

/** Returns whether a process runs this command in this folder. */
export function runs(pid: number, command: string, folder: string): boolean {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return commandLine.includes(command) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

/** Runs a command and returns its standard output. Throws with its last lines if it fails. */
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
    throw new UserError([`${command} ${args.join(' ')}: ${how}`, ...process_.tail()].join('\n  '))
  }
  return lines.join('\n')
}

export function printError(error: unknown): void {
  console.error(error instanceof UserError ? `\n${error.message}` : error)
}

/**
 * Runs `main`, then always `cleanUp`: also if `main` fails, on Ctrl-C, SIGTERM and SIGHUP, and if the reader of our
 * output is gone. Then exits.
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
    printError(error)
    if (error instanceof UserError) code = error.exitCode
  }
  try {
    await cleanUp()
  } catch (error) {
    console.error(error)
    code ||= 1
  }
  process.exit(code)
}
