import type { Migration } from './migration.ts'

/** The worker processes and when each last reported, so that other processes notice when none is left. */
export const workerHeartbeats: Migration[] = [
  {
    name: '3701-worker-heartbeats',
    sql: `CREATE TABLE worker_heartbeats (
        id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        version VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        started_at DATETIME(6) NOT NULL,
        seen_at DATETIME(6) NOT NULL
      ) ENGINE=InnoDB`,
  },
]
