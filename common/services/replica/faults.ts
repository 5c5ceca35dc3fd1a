import type { Sql } from '../../../db/sql.ts'

/** The reason if no write of the primary arrives; its sentence completes "The replica …". */
export const NOTHING_ARRIVES = {
  kind: 'nothing_arrives',
  sentence:
    'receives nothing that is written to DATABASE_URL: it is not a replica of that database, or replication has stopped. ' +
    'Check DATABASE_READ_URL, and SHOW REPLICA STATUS on that server',
}

/**
 * Returns what is wrong with a server that answers as the replica. Each sentence completes "The replica …". `primary` is the
 * identity of the primary.
 */
export async function replicaFaults(primary: string, replica: Sql): Promise<string[]> {
  if (primary === (await identityOf(replica)))
    return ['is the server of DATABASE_URL itself: let DATABASE_READ_URL name a replica, or remove it']
  if (await takesWrites(replica))
    return ['takes writes, and one by mistake would end the replication: set read_only=ON on that server']
  return []
}

/** Returns what tells a database on a server from any other. */
export async function identityOf(sql: Sql): Promise<string> {
  const row = await sql.row<Record<string, unknown>>(
    'SELECT @@hostname AS host, @@port AS port, @@server_id AS server, DATABASE() AS name',
  )
  return JSON.stringify(row)
}

async function takesWrites(sql: Sql): Promise<boolean> {
  const rows = await sql.rows<{ Value: string }>(
    "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'innodb_read_only')",
  )
  return rows.every(({ Value: value }) => value === 'OFF')
}
