/** One DDL statement each. MySQL commits every DDL statement separately, so no migration can stop half-way. */
export interface Migration {
  /** Stored in the database after it has run, so it never changes. New names begin with the number of their file. */
  name: string
  sql: string
}
