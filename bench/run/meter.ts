import { readdirSync, readFileSync } from 'node:fs'

/** The process ids of the servers that `bin/bench` has started. All our processes descend from `root`. */
export function pids(): { root: number; mariadb: number; redis: number } {
  const { BENCH_ROOT, BENCH_MARIADB, BENCH_REDIS } = process.env
  return { root: Number(BENCH_ROOT), mariadb: Number(BENCH_MARIADB), redis: Number(BENCH_REDIS) }
}

/** Returns the time in milliseconds since 1970, with fractions. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

/** A clock tick is 10 ms on every Linux that runs Node. */
const TICK = 10

interface Process {
  parent: number
  /** Milliseconds of processor time, without and with ended children. */
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
    return null // the process has ended
  }
}

/** Returns the processor time of this bench so far: all descendants of its command, including ended ones. */
function usedByUs(): number {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? processOf(name) : null
    if (found) processes.set(Number(name), found)
  }
  const isOurs = (pid: number): boolean =>
    pid === pids().root || (processes.has(pid) && isOurs(processes.get(pid)!.parent))
  return Array.from(processes, ([pid, { withEnded }]) => (isOurs(pid) ? withEnded : 0)).reduce(
    (sum, used) => sum + used,
    0,
  )
}

/** Returns the processor time of the whole machine so far, including time that its host gave to other guests. */
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

/** Measures the processor time of these processes and of all others, until the returned function is called. */
export function startMeter(named: Readonly<Record<string, readonly number[]>>): () => Used {
  const read = () => ({
    at: performance.now(),
    all: usedByAll(),
    ours: usedByUs(),
    each: Object.entries(named).map(([name, some]) => {
      const used = some.reduce((sum, pid) => sum + (processOf(pid)?.own ?? 0), 0)
      return [name, used] as const
    }),
  })
  const before = read()
  return () => {
    const after = read()
    const took = after.at - before.at
    const others = after.all - before.all - (after.ours - before.ours)
    return {
      seconds: took / 1_000,
      cpu: Object.fromEntries(after.each.map(([name, used], index) => [name, used - before.each[index]![1]])),
      coresOfOthers: Math.max(0, others / took),
    }
  }
}

/** Returns the resident memory of a process in MiB. */
export function memoryOf(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
