import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Side } from '../result.ts'
import { environment } from './environment.ts'
import { startMeter } from './meter.ts'

const LOOK_EVERY = 100
const GIVE_UP_AFTER = 60_000

interface Watched {
  workers: readonly ChildProcess[]
  /** How many pieces of work are done by now. */
  done: () => number | Promise<number>
  /** How many there are. */
  whole: number
  /** Not counted: until then workers are warming up. */
  from: number
  seconds: number
}

/** How fast workers get through what waits: from when they are at it, for so long, or to its end. */
export async function workRate({ workers, done, whole, from, seconds }: Watched): Promise<Side> {
  const { mariadb, redis } = environment()
  for (const end = Date.now() + GIVE_UP_AFTER; (await done()) < from; await pause(LOOK_EVERY))
    if (Date.now() > end) throw new Error('the workers do nothing')
  const pids = workers.map(({ pid }) => pid!)
  const stop = startMeter({ worker: pids, mariadb: [mariadb], redis: [redis], bench: [process.pid] })
  const look = async () => ({ at: performance.now(), done: await done() })
  const before = await look()
  let after = before
  while (after.at - before.at < seconds * 1_000 && after.done < whole) {
    await pause(LOOK_EVERY * 5)
    after = await look()
  }
  const { cpu, coresOfOthers } = stop()
  const count = after.done - before.done
  const each = Object.entries(cpu).map(([name, used]) => [name, Math.round((used * 1_000) / count)])
  return {
    value: Math.round((count * 1_000) / (after.at - before.at)),
    cpu: Object.fromEntries(each) as Record<string, number>,
    coresOfOthers: Number(coresOfOthers.toFixed(2)),
  }
}
