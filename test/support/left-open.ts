import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Ends the processes that a file's tests started and left, as one that ran into its time limit does, lest they
 * disturb the files after it. Answers what they were; tsx's own compiler stays.
 */
export async function endChildren(patience: number): Promise<string[]> {
  let left = children()
  for (const until = Date.now() + patience; left.size > 0 && Date.now() < until; left = children())
    await pause(50)
  for (const pid of left.keys()) kill(pid)
  return [...left.values()]
}

/** Of this process: number and command. */
function children(): Map<number, string> {
  const found = new Map<number, string>()
  if (process.platform !== 'linux') return found
  for (const thread of readdirSync('/proc/self/task')) {
    for (const pid of read(`/proc/self/task/${thread}/children`).split(' ').filter(Boolean)) {
      const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() // one that has ended has none
      if (command && !command.includes('esbuild')) found.set(Number(pid), command)
    }
  }
  return found
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has gone
  }
}

/** What it started goes with it where it leads a group, as all do that are started by dev/processes.ts. */
function kill(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It has gone, or leads no group.
    }
  }
}

/** Remembers after which file there was more open than before: servers, sockets, timers. */
export class LeftOpen {
  readonly #before = counted(process.getActiveResourcesInfo())
  /** By kind: for each that is open more than before, the file after which it first was. */
  readonly #since = new Map<string, string[]>()

  note(file: string): void {
    const open = counted(process.getActiveResourcesInfo())
    for (const kind of new Set([...open.keys(), ...this.#since.keys()])) {
      const more = Math.max(0, (open.get(kind) ?? 0) - (this.#before.get(kind) ?? 0))
      const known = (this.#since.get(kind) ?? []).slice(0, more)
      this.#since.set(kind, [...known, ...Array<string>(more - known.length).fill(file)])
    }
  }

  /** Asked to end, this process closes what it knows of; where it does not end then, it says what it waits for. */
  tellIfStillHere(patience: number): void {
    setTimeout(() => {
      for (const [kind, count] of counted(process.getActiveResourcesInfo())) {
        const files = [...new Set(this.#since.get(kind))]
        console.error(
          `Still open: ${count} × ${kind}, since ${files.join(' or ') || 'before the first file'}`,
        )
      }
    }, patience).unref()
  }
}

function counted(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
