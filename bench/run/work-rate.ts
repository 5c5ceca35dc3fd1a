import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Side } from '../result.ts'
import { pids, startMeter } from './meter.ts'

const CHECK_EVERY = 100
const GIVE_UP_AFTER = 60_000

interface Work {
  workers: readonly ChildProcess[]
  /** Returns how many rows are done. */
  done: () => number | Promise<number>
  /** The number of all rows. */
  total: number
  /** The number of rows after which the measurement begins, when the workers are warm. */
  from: number
  seconds: number
}

/** Measures how many rows a second the workers process, for this many seconds or until all rows are done. */
export async function workRate({ workers, done, total, from, seconds }: Work): Promise<Side> {
  const { mariadb, redis } = pids()
  for (const end = Date.now() + GIVE_UP_AFTER; (await done()) < from; await pause(CHECK_EVERY))
    if (Date.now() > end)
      throw new Error(`The workers have done fewer than ${from} rows in ${GIVE_UP_AFTER / 1_000} s.`)
  const workerPids = workers.map(({ pid }) => pid!)
  const stop = startMeter({ worker: workerPids, mariadb: [mariadb], redis: [redis], bench: [process.pid] })
  const count = async () => ({ at: performance.now(), done: await done() })
  const before = await count()
  let after = before
  while (after.at - before.at < seconds * 1_000 && after.done < total) {
    await pause(CHECK_EVERY * 5)
    after = await count()
  }
  const { cpu, coresOfOthers } = stop()
  const rows = after.done - before.done
  const each = Object.entries(cpu).map(([name, used]) => [name, Math.round((used * 1_000) / rows)])
  return {
    value: Math.round((rows * 1_000) / (after.at - before.at)),
    cpu: Object.fromEntries(each) as Record<string, number>,
    coresOfOthers: Number(coresOfOthers.toFixed(2)),
  }
}
