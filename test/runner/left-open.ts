import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Kills the processes that the tests of a file have left, for example after a timeout, so that they do not disturb later
 * files. Returns their commands. The compiler of tsx stays.
 */
export async function endChildren(timeout: number): Promise<string[]> {
  let left = children()
  for (const until = Date.now() + timeout; left.size > 0 && Date.now() < until; left = children())
    await pause(50)
  for (const pid of left.keys()) kill(pid)
  return [...left.values()]
}

/** Returns the child processes: id → command. */
function children(): Map<number, string> {
  const found = new Map<number, string>()
  if (process.platform !== 'linux') return found
  for (const thread of readdirSync('/proc/self/task')) {
    for (const pid of read(`/proc/self/task/${thread}/children`).split(' ').filter(Boolean)) {
      const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() // empty if the process has ended
      if (command && !command.includes('esbuild')) found.set(Number(pid), command)
    }
  }
  return found
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has ended
  }
}

/** Kills the process and, if it leads a group, its children. Processes started by dev/processes.ts lead one. */
function kill(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It has ended, or it does not lead a group.
    }
  }
}

/** Records which test file left servers, sockets or timers open. */
export class LeftOpen {
  readonly #before = counted(process.getActiveResourcesInfo())
  /** By kind: for each additional open resource, the file after which it was first open. */
  readonly #since = new Map<string, string[]>()

  /** Compares the open resources with the ones before the first file. */
  note(file: string): void {
    const open = counted(process.getActiveResourcesInfo())
    for (const kind of new Set([...open.keys(), ...this.#since.keys()])) {
      const more = Math.max(0, (open.get(kind) ?? 0) - (this.#before.get(kind) ?? 0))
      const known = (this.#since.get(kind) ?? []).slice(0, more)
      this.#since.set(kind, [...known, ...Array<string>(more - known.length).fill(file)])
    }
  }

  /** Prints the open resources if the process is still running after the timeout. */
  reportIfStillRunning(timeout: number): void {
    setTimeout(() => {
      for (const [kind, count] of counted(process.getActiveResourcesInfo())) {
        const files = [...new Set(this.#since.get(kind))]
        console.error(
          `Still open: ${count} × ${kind}, since ${files.join(' or ') || 'before the first file'}`,
        )
      }
    }, timeout).unref()
  }
}

function counted(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
