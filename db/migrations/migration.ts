/** One DDL statement each. MySQL commits every DDL statement separately, so no migration can stop half-way. */
export interface Migration {
  /** Stored in the database after it has run, so it never changes. In a file, it begins with the file's number less one. */
  name: string
  sql: string
}
