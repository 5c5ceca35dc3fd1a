import { CAUSE_SENTENCES } from './errors.ts'
import { isMigrated } from './run-migrations.ts'
import { besideTransactions, type Sql } from './sql.ts'

/** Matches no row, and fails where a write would fail: on a read-only server or without the right to write. */
const TEST_WRITE = "UPDATE migrations SET name = name WHERE name = ''"

/** Throws if the database takes no writes. */
export async function testWrite(sql: Sql): Promise<void> {
  await sql.run(TEST_WRITE)
}

/**
 * Returns null if the database answers, takes writes and has the tables of this release, otherwise what is missing.
 * Throws an error of the connection. Uses a connection that no transaction holds.
 */
export function probeDatabase(): Promise<string | null> {
  return besideTransactions(async (sql) => {
    if (!(await isMigrated(sql))) return CAUSE_SENTENCES.not_migrated
    await testWrite(sql)
    return null
  })
}
