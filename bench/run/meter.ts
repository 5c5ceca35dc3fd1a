import { readdirSync, readFileSync } from 'node:fs'
import { environment } from './environment.ts'

/** Clock ticks are 10 ms on every Linux that Node runs on. */
const TICK = 10

interface Process {
  parent: number
  /** Milliseconds of processor time, without and with that of children that have ended. */
  own: number
  withEnded: number
}

function processOf(pid: number | string): Process | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = (from: number, to: number) =>
      fields.slice(from, to).reduce((sum, text) => sum + Number(text), 0)
    return { parent: Number(fields[1]), own: ticks(11, 13) * TICK, withEnded: ticks(11, 15) * TICK }
  } catch {
    return null // it has ended
  }
}

/** What this bench has used so far: all that descends from its command, the ended included. */
function usedByUs(): number {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? processOf(name) : null
    if (found) processes.set(Number(name), found)
  }
  const isOurs = (pid: number): boolean =>
    pid === environment().root || (processes.has(pid) && isOurs(processes.get(pid)!.parent))
  return Array.from(processes, ([pid, { withEnded }]) => (isOurs(pid) ? withEnded : 0)).reduce(
    (sum, used) => sum + used,
    0,
  )
}

/** What the whole machine has used so far, and what its host gave to others instead. */
function usedByAll(): number {
  const [, user, nice, system, , , , , stolen] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
  return [user, nice, system, stolen].reduce((sum, ticks) => sum + Number(ticks), 0) * TICK
}

export interface Used {
  seconds: number
  /** Milliseconds of processor time by name. */
  cpu: Record<string, number>
  coresOfOthers: number
}

/** Measures what these processes, and everybody else, use until the answer is called. */
export function startMeter(pids: Readonly<Record<string, readonly number[]>>): () => Used {
  const look = () => ({
    at: performance.now(),
    all: usedByAll(),
    ours: usedByUs(),
    each: Object.entries(pids).map(([name, some]) => {
      const used = some.reduce((sum, pid) => sum + (processOf(pid)?.own ?? 0), 0)
      return [name, used] as const
    }),
  })
  const before = look()
  return () => {
    const after = look()
    const took = after.at - before.at
    const others = after.all - before.all - (after.ours - before.ours)
    return {
      seconds: took / 1_000,
      cpu: Object.fromEntries(after.each.map(([name, used], index) => [name, used - before.each[index]![1]])),
      coresOfOthers: Math.max(0, others / took),
    }
  }
}

/** Memory that a process holds, in MiB. */
export function memoryOf(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
