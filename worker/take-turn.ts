import type { Turn } from '../common/domain/jobs/catalog.ts'
import { now } from '../common/runtime/clock.ts'
import { log, trace } from '../common/runtime/log.ts'
import { logTrouble } from '../db/log-trouble.ts'
import { onConnection } from '../db/sql.ts'
import { sources } from './sources.ts'

/** After this many milliseconds a turn starts no batch but its first, so that other groups get their turn. */
const SLICE = 100

let stopping = false

/** Stops turns from starting further batches, when the process ends. The other rows stay due. */
export function stopTurns(): void {
  stopping = true
}

/**
 * Processes due rows of a lane for one time slice, the earliest first. Returns `more` if the time ended
 * before the rows did; the turn then goes to the end of its queue. Never throws: failed rows are postponed,
 * and if the rows cannot be read, the scanner retries.
 */
export function takeTurn(turn: Turn): Promise<'done' | 'more'> {
  // The group of a webhook turn is an endpoint; the drain looks up its project.
  return trace.run(turn.queue === 'webhooks' ? {} : { share: turn.group }, () => work(turn))
}

async function work(turn: Turn): Promise<'done' | 'more'> {
  const source = sources[turn.queue]
  const until = performance.now() + SLICE
  const tried = new Set<number>()
  try {
    for (;;) {
      // A row that is found again was neither completed nor postponed. Skip it, so that it does not block others.
      const most = source.most + tried.size
      const found = await onConnection((sql) => source.find(sql, turn, now(), most))
      const rows = found.filter(({ id }) => !tried.has(id))
      for (const { ids, take } of source.batches(rows)) {
        if (stopping) return 'done'
        // The first batch always runs: if the lookup alone takes the whole slice, no turn would ever do any work.
        if (tried.size > 0 && performance.now() >= until) return 'more'
        for (const id of ids) tried.add(id)
        await take()
      }
      if (found.length < most) return 'done'
    }
  } catch (error) {
    if (!logTrouble(error))
      log().error({ err: error, ...turn }, 'a turn failed; its rows stay due and are retried')
    return 'done'
  }
}
