import { setTimeout as pause } from 'node:timers/promises'
import { onReplica } from '../../../db/replica.ts'
import { onConnection, type Sql, type Value } from '../../../db/sql.ts'
import type { Figures } from '../../domain/figures/figures.ts'
import { dayOf } from '../../domain/subscriptions/calendar.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { log, messageOf, trace } from '../../runtime/log.ts'
import type { Scope } from '../projects/project.ts'
import { countFigures } from './count.ts'

/** Figures are counted again when they are this old, in milliseconds. */
const FRESH_FOR = MINUTE
/** A count, also a failed one, is repeated after this many times its own duration: it takes at most a hundredth of a core. */
const REST = 100
/** A page waits this long for a new count, in milliseconds: a small shop then always sees the present. */
const WAIT = 50
/** Figures of another day would mislead, so a page waits longer for new ones: once a day, or the first time. */
const LONG_WAIT = 2 * SECOND
/** If a process ends while it counts, another one may begin after this time. */
const CLAIM = 30 * SECOND

interface Stored {
  payload: string | null
  counted_at: Date | null
  took: number
}

/**
 * Returns the figures of a project and mode. Figures older than a minute are counted again by one process, and returned as
 * they are if that takes longer than a page can wait. Returns null if the first count of the day is not over yet.
 */
export async function latestFigures(scope: Scope): Promise<Figures | null> {
  const { project, isTest } = scope
  const stored = await onConnection((sql) =>
    sql.row<Stored>('SELECT payload, counted_at, took FROM figures WHERE project_id = ? AND is_test = ?', [
      project.id,
      isTest,
    ]),
  )
  const known = stored?.payload ? (JSON.parse(stored.payload) as Figures) : null
  const isOfToday = known?.zone === project.timezone && known.today === dayOf(now(), project.timezone)
  const usable = isOfToday ? known : null
  const age = stored?.counted_at ? now().getTime() - stored.counted_at.getTime() : Infinity
  if (usable && age < restAfter(stored!.took)) return usable
  return Promise.race([
    refreshed(scope, known, stored?.counted_at ?? null).then((counted) => counted ?? usable),
    pause(usable ? WAIT : LONG_WAIT, usable, { ref: false }),
  ])
}

const running = new Map<string, Promise<Figures | null>>()

/** Counts, or joins the count of this process. Returns null if another process counts, or if it fails. */
function refreshed(scope: Scope, known: Figures | null, countedAt: Date | null): Promise<Figures | null> {
  const key = `${scope.project.id} ${scope.isTest}`
  const found = running.get(key)
  if (found) return found
  // It outlives the request, whose deadline must not end it.
  const counting = trace.run({ share: scope.project.id }, () =>
    refresh(scope, known, countedAt)
      .catch((error: unknown) => {
        log().warn(
          { project_id: scope.project.id, error: messageOf(error) },
          'the figures of a shop were not counted',
        )
        return null
      })
      .finally(() => running.delete(key)),
  )
  running.set(key, counting)
  return counting
}

async function refresh(scope: Scope, known: Figures | null, countedAt: Date | null): Promise<Figures | null> {
  const claimed = await onConnection((sql) => claim(sql, scope, countedAt))
  if (!claimed) return null
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    // A replica is behind by less than the time for which a past day is counted again, see `countFigures`.
    const figures = await onReplica((sql) => countFigures(sql, scope, now(), known))
    const changes = 'payload = ?, counted_at = ?, took = ?, claimed_until = NULL'
    await end(scope, claimed, changes, [JSON.stringify(figures), new Date(figures.countedAt), took()])
    return figures
  } catch (error) {
    // A count that is too slow for the database must not begin again at once.
    await end(scope, claimed, 'claimed_until = ?', [later(now(), restAfter(took()))])
    throw error
  }
}

/** Returns how long figures are kept, or a failed count is not repeated, in milliseconds. */
function restAfter(took: number): number {
  return Math.max(FRESH_FOR, REST * took)
}

/** Reserves the next count. Returns null if another process counts, or has counted since `countedAt`. */
async function claim(sql: Sql, { project, isTest }: Scope, countedAt: Date | null): Promise<Date | null> {
  const at = now()
  const until = later(at, CLAIM)
  const { affectedRows } = await sql.run(
    `INSERT INTO figures (project_id, is_test, claimed_until) VALUES (?, ?, ?)
     ON DUPLICATE KEY UPDATE claimed_until =
       IF(counted_at <=> ? AND (claimed_until IS NULL OR claimed_until <= ?), VALUES(claimed_until), claimed_until)`,
    [project.id, isTest, until, countedAt, at],
  )
  return affectedRows > 0 ? until : null
}

/** Ends a count, unless its claim has run out and another process counts. */
async function end(scope: Scope, claimed: Date, changes: string, values: Value[]): Promise<void> {
  await onConnection((sql) =>
    sql.run(`UPDATE figures SET ${changes} WHERE project_id = ? AND is_test = ? AND claimed_until = ?`, [
      ...values,
      scope.project.id,
      scope.isTest,
      claimed,
    ]),
  )
}
