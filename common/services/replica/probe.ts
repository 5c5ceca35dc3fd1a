import type { Sql } from '../../../db/sql.ts'
import { DAY, later } from '../../kit/time.ts'

/** Returns the time of this process, which no one can set back. */
export function steadyTime(): Date {
  return new Date(performance.timeOrigin + performance.now())
}

/**
 * Writes this process's probe on the primary. Each process writes its own row: if it arrives, the server is a replica of this very
 * primary, and not of a copy of it.
 */
export async function writeProbe(sql: Sql, id: string, writtenAt: Date): Promise<void> {
  await sql.run(
    `INSERT INTO replica_probes (id, written_at) VALUES (?, ?)
     ON DUPLICATE KEY UPDATE written_at = VALUES(written_at)`,
    [id, writtenAt],
  )
}

/** Returns when the newest probe of this process that has arrived was written, or null. */
export async function readProbe(sql: Sql, id: string): Promise<Date | null> {
  const row = await sql.row<{ written_at: Date }>('SELECT written_at FROM replica_probes WHERE id = ?', [id])
  return row?.written_at ?? null
}

/** Deletes the probe of a process that ends. */
export async function deleteProbe(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM replica_probes WHERE id = ?', [id])
}

/** Deletes the probes of processes that were killed a day ago. A new process calls it, so that the table stays small. */
export async function deleteOldProbes(sql: Sql, now: Date): Promise<void> {
  await sql.run('DELETE FROM replica_probes WHERE written_at < ?', [later(now, -DAY)])
}
