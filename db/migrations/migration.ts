/** One DDL each: MySQL commits every DDL by itself, so half a migration cannot be left behind. */
export interface Migration {
  /** Kept in the database once it has run: it never changes. A file's migrations have its number less one first. */
  name: string
  sql: string
}
