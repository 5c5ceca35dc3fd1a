import type { Migration } from './migration.ts'

/** Rows that processes write on the primary and read on the replica, to measure how far it is behind. */
export const replicaProbes: Migration[] = [
  {
    name: '5801-replica-probes',
    sql: `CREATE TABLE replica_probes (
        id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        written_at DATETIME(6) NOT NULL,
        KEY replica_probes_written (written_at)
      ) ENGINE=InnoDB`,
  },
]
