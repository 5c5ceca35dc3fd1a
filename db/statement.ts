import type { Connection } from 'mysql2'
import { bind, type Values } from './bind.ts'
import type { Afterwards } from './sql.ts'

/**
 * How the statements of companions that are alike become one (docs/decisions/0008-due-rows-in-batches.md).
 * `subject`: the last value, in `IN (?)`, is a subject's id, and all else in them is the same. Each row says as
 * `subject`, or as `id`, whose it is. `rows`: their rows to be written, at `VALUES ?`. `select`: what they write is
 * selected, by the part of the text after `selectFrom`.
 */
export type Alike = 'subject' | 'rows' | 'select'

/** A statement of a transaction. */
export interface Statement extends Afterwards {
  text: string
  values: Values
  /** Null where it is sent as it is, whoever sends the same. */
  alike: Alike | null
  /** Of `select`: where the INTO ends. */
  selectFrom?: number
  /** Whether it looks at what was believed of rows, and must have done so before COMMIT is sent. */
  confirms?: true
}

/** Writes the values in. A statement comes from our code and is one: nobody gets another one in between. */
export function bindOne(connection: Connection, text: string, values: Values): string {
  if (text.includes(';')) throw new Error('a statement of a transaction holds no semicolon: values are bound')
  return bind(connection, text, values)
}
