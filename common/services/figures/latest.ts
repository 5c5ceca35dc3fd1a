import { setTimeout as pause } from 'node:timers/promises'
import { onReplica } from '../../../db/replica.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Figures } from '../../domain/figures/figures.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { log, messageOf, trace } from '../../runtime/log.ts'
import type { Scope } from '../projects/project.ts'
import { countFigures } from './count.ts'

/** Figures are counted again when they are this old, in milliseconds. */
const FRESH_FOR = MINUTE
/** A count is repeated after this many times its own duration, so that it takes at most a hundredth of a core. */
const REST = 100
/** A page waits this long for a new count, in milliseconds: a small shop then always sees the present. */
const PATIENCE = 50
/** Older figures would mislead, so a page waits longer for new ones. */
const MISLEADING = 10 * MINUTE
const LONG_PATIENCE = 2 * SECOND
/** If a process ends while it counts, another one may begin after this time. */
const CLAIM = 30 * SECOND

interface Stored {
  payload: string | null
  counted_at: Date | null
  took: number
}

/**
 * Returns the figures of a project and mode. Figures older than a minute are counted again by one process, and returned as
 * they are if that takes longer than a page can wait. Returns null if the first count is not over yet.
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
  const usable = known?.zone === project.timezone ? known : null
  const age = stored?.counted_at ? now().getTime() - stored.counted_at.getTime() : Infinity
  if (usable && age < Math.max(FRESH_FOR, REST * stored!.took)) return usable
  const patience = usable && age < MISLEADING ? PATIENCE : LONG_PATIENCE
  return Promise.race([
    refreshed(scope, known, stored?.counted_at ?? null).then((counted) => counted ?? usable),
    pause(patience, usable, { ref: false }),
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
  const { project, isTest } = scope
  if (!(await onConnection((sql) => claim(sql, scope, countedAt)))) return null
  const started = performance.now()
  // A replica is behind by less than the time for which a past day is counted again, see `countFigures`.
  const figures = await onReplica((sql) => countFigures(sql, scope, now(), known))
  await onConnection((sql) =>
    sql.run(
      'UPDATE figures SET payload = ?, counted_at = ?, took = ?, claimed_until = NULL WHERE project_id = ? AND is_test = ?',
      [
        ...[JSON.stringify(figures), new Date(figures.countedAt), Math.round(performance.now() - started)],
        ...[project.id, isTest],
      ],
    ),
  )
  return figures
}

/** Reserves the next count. Returns false if another process counts, or has counted since `countedAt`. */
async function claim(sql: Sql, { project, isTest }: Scope, countedAt: Date | null): Promise<boolean> {
  const at = now()
  const { affectedRows } = await sql.run(
    `INSERT INTO figures (project_id, is_test, claimed_until) VALUES (?, ?, ?)
     ON DUPLICATE KEY UPDATE claimed_until =
       IF(counted_at <=> ? AND (claimed_until IS NULL OR claimed_until <= ?), VALUES(claimed_until), claimed_until)`,
    [project.id, isTest, later(at, CLAIM), countedAt, at],
  )
  return affectedRows > 0
}
