import type { Migration } from './migration.ts'

/**
 * Which release has brought each kind of due row, so that a worker of an older one can name the release that its log asks for.
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
