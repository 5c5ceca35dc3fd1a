import type { Migration } from './migration.ts'

/**
 * The release that introduced each kind of due row, so that a worker of an older release can name it in its log.
 */
export const releaseKinds: Migration[] = [
  {
    name: '3501-release-kinds',
    sql: `CREATE TABLE release_kinds (
        kind VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        version VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
      ) ENGINE=InnoDB`,
  },
]
