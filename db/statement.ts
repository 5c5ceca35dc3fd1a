import type { Connection } from 'mysql2'
import { bind, type Values } from './bind.ts'
import type { Afterwards, Combine } from './sql.ts'

/** A statement of a transaction. */
export interface Statement extends Afterwards {
  text: string
  values: Values
  /**
   * How the statement is combined with others of the same text. Rows of one kind are processed in batches that share one
   * transaction (docs/decisions/0008-due-rows-in-batches.md).
   * - `subject`: the last value, in `IN (?)`, is the id of a subject, and all other values are equal. Each row of the
   *   result has its subject's id as `subject` or `id`.
   * - `rows`: the rows to insert are combined at `VALUES ?`.
   * - `select`: an `INSERT INTO … SELECT …`, whose SELECTs are combined by UNION ALL.
   */
  combine?: Combine
  /** Whether it checks rows that were read from memory. It must succeed before COMMIT is sent. */
  confirms?: true
}

/** Returns the statement with its values. A semicolon is refused, so that a value can never add a second statement. */
export function bindOne(connection: Connection, text: string, values: Values): string {
  if (text.includes(';')) throw new Error('a statement of a transaction holds no semicolon: values are bound')
  return bind(connection, text, values)
}
