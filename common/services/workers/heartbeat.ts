import type { Sql } from '../../../db/sql.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { realNow } from '../../runtime/clock.ts'
import { release } from '../../runtime/release.ts'

/** Interval of heartbeats in milliseconds. */
export const BEAT_EVERY = 10 * SECOND
/** Seconds after which a silent worker counts as gone. */
export const GONE_AFTER_SECONDS = 45
/** Milliseconds after which the row of a worker that was killed is deleted. */
const DELETED_AFTER = 10 * MINUTE

/** Records that the worker process `id` works. Writes one row. */
export async function recordHeartbeat(sql: Sql, id: string): Promise<void> {
  const at = realNow()
  await sql.run(
    `INSERT INTO worker_heartbeats (id, version, started_at, seen_at) VALUES (?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)`,
    [id, release, at, at],
  )
}

/** Deletes the rows of workers that were killed long ago. A new worker calls it, so that the table stays small. */
export async function deleteOldHeartbeats(sql: Sql): Promise<void> {
  await sql.run('DELETE FROM worker_heartbeats WHERE seen_at < ?', [later(realNow(), -DELETED_AFTER)])
}

/** Deletes the row of a worker that ends. */
export async function deleteHeartbeat(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM worker_heartbeats WHERE id = ?', [id])
}

/** Returns the release of each worker that is not gone. */
export async function workersAlive(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ version: string }>(
    'SELECT version FROM worker_heartbeats WHERE seen_at >= ?',
    [later(realNow(), -GONE_AFTER_SECONDS * SECOND)],
  )
  return rows.map(({ version }) => version)
}
