import { replicaPool, replicaProbePool } from './connection.ts'
import { databaseCause } from './errors.ts'
import type { ListQuery } from './page.ts'
import { ConnectionSql, onConnection, type Sql } from './sql.ts'

/** The replica cannot be reached any more: reads that wait for it continue on the primary. */
class ReplicaLost extends Error {}

/** The reads that run on the replica, each with the function that gives it up. Null: reads use the primary. */
let reads: Set<() => void> | null = null

/** Lets further reads use the replica. */
export function useReplica(): void {
  reads ??= new Set()
}

/** Lets further reads use the primary. Reads that wait for the replica continue there if it `isLost`. */
export function leaveReplica({ isLost }: { isLost: boolean }): void {
  const waiting = reads
  reads = null
  if (isLost) for (const giveUp of waiting ?? []) giveUp()
}

/** Returns whether reads use the replica now. */
export function usesReplica(): boolean {
  return reads !== null
}

/**
 * Runs a read on the replica, or on the primary if there is no replica that works and is nearly up to date. Its result may be
 * seconds old, so nothing may be decided by it, and only figures are stored (docs/decisions/0082-reads-on-a-replica.md).
 * `work` may run twice.
 */
export async function onReplica<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  if (reads === null) return onConnection(work)
  try {
    return await untilLost(
      reads,
      replicaPool().use((connection) => work(new ConnectionSql(connection))),
    )
  } catch (error) {
    if (!isReplicasFault(error)) throw error
    return onConnection(work)
  }
}

/**
 * Runs a read of a list by `query` as `onReplica` does. With `after` it uses the primary: such a list misses no row because it
 * sees the rows that are still being written, which are on the primary only.
 */
export function readList<Result>(query: ListQuery, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return query.after === undefined ? onReplica(work) : onConnection(work)
}

/** Runs a read on the replica, whatever its state, on a connection that other reads never hold. */
export function probeReplica<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return replicaProbePool().use((connection) => work(new ConnectionSql(connection)))
}

/** Rejects with `ReplicaLost` if the replica is lost before `reading` ends, since a connection may hang until the deadline. */
function untilLost<Result>(among: Set<() => void>, reading: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new ReplicaLost('the replica was lost'))
    }
    among.add(giveUp)
    void reading.then(resolve, reject).finally(() => among.delete(giveUp))
  })
}

/** Causes that the primary would not remove: it would be slow too, must not get all waiting reads, and must not get a write. */
const OWN_CAUSES = new Set<string>(['too_slow', 'pool', 'read_only'])

/** A column or an index is missing: a migration has not arrived yet. mysql2 spells the second so. */
const NOT_MIGRATED_YET = new Set(['ER_BAD_FIELD_ERROR', 'ER_KEY_DOES_NOT_EXITS'])

/** Returns whether the primary may succeed where the replica has failed. */
function isReplicasFault(error: unknown): boolean {
  if (error instanceof ReplicaLost) return true
  if (NOT_MIGRATED_YET.has((error as { code?: string } | null)?.code ?? '')) return true
  const cause = databaseCause(error)
  return cause !== null && !OWN_CAUSES.has(cause)
}
