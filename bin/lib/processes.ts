import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  name: string
  pid: number
  /** Fulfilled when the process is gone, with the way it went: "exit code 1", "SIGKILL". */
  ended: Promise<string>
  /** The last lines it wrote. */
  tail(): string[]
  /** Asks it to end, and insists after a while. */
  stop(): Promise<void>
}

interface Options {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Called with each line of output; without it the process writes straight to our terminal. */
  onLine?: (line: string) => void
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
  const { onLine, patience = 30_000, wholeGroup = false } = options
  const [file = command, ...rest] = tiedToUs([command, ...args])
  const child = spawn(file, rest, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', onLine ? 'pipe' : 'inherit'],
  })
  const pid = child.pid ?? 0
  const lines: string[] = []
  const take = (line: string) => {
    lines.push(line)
    if (lines.length > 20) lines.shift()
    onLine?.(line)
  }
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, take)

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message)
    })
    child.once('close', (code, signal) => {
      resolve(signal ?? `exit code ${code}`)
    })
  })
  const signal = (name_: NodeJS.Signals, group: boolean) => {
    try {
      if (pid) process.kill(group ? -pid : pid, name_)
    } catch {
      // it is gone already
    }
  }
  return {
    name,
    pid,
    ended,
    tail: () => [...lines],
    async stop() {
      signal('SIGTERM', wholeGroup)
      const patient = sleep(patience, 'late', { ref: false })
      if ((await Promise.race([ended, patient])) === 'late') signal('SIGKILL', true)
      await ended
    },
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

/** Runs a command to its end and gives what it printed; throws with its last lines when it fails. */
export async function run(command: string, args: string[], options: Omit<Options, 'onLine'> = {}) {
  const lines: string[] = []
  const process_ = start(command, command, args, { ...options, onLine: (line) => lines.push(line) })
  const how = await process_.ended
  if (how !== 'exit code 0') {
    throw new Error([`${command} ${args.join(' ')}: ${how}`, ...process_.tail()].join('\n  '))
  }
  return lines.join('\n')
}

/** Something a person can act on; shown without a stack. */
export class Trouble extends Error {}

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
    console.error(error instanceof Trouble ? `\n${error.message}` : error)
  }
  try {
    await cleanUp()
  } catch (error) {
    console.error(error)
    code ||= 1
  }
  process.exit(code)
}
