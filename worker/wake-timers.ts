import { now } from '../common/runtime/clock.ts'
import { sendJobs } from '../common/runtime/queues.ts'
import { wakeDueTimers } from '../common/timers/due.ts'
import { onConnection } from '../db/sql.ts'

/** Wakes all that is due in a second, given as the Unix time of its end: a worker's job each, or one for a company. */
export async function wakeTimers(second: number): Promise<void> {
  const time = new Date(Math.max(now().getTime(), second * 1_000)) // a clock may be a little slow
  await onConnection(async (sql) => {
    while ((await wakeDueTimers(sql, time, sendJobs)) > 0) continue
  })
}
