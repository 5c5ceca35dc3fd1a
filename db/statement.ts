import type { Values } from './bind.ts'

/** How statements of one batch that have the same text are combined into one, see `Statement.combine`. */
export type Combine = 'subject' | 'rows' | 'select'

export interface WriteResult {
  /** The id of the first new row. */
  insertId: number
  /** Number of rows that changed. Others that matched are not counted. */
  affectedRows: number
}

/** Handles the result of a write that was sent, possibly together with later statements. */
export interface Afterwards {
  /** Returns the error to throw instead of the server's. */
  failed?: (error: Error) => Error
  /** Receives the server's answer before the commit. An error that it throws ends the transaction. */
  written?: (answer: WriteResult) => void
}

export interface WriteOptions extends Afterwards {
  combine?: Combine
}

/** A statement of a transaction. */
export interface Statement extends WriteOptions {
  text: string
  values: Values
  /**
   * How the statement is merged with others of the same text. Rows of one kind are processed in batches that share one
   * transaction (docs/decisions/0008-due-rows-in-batches.md).
   * - `subject`: the last value, in `IN (?)`, is the id of a subject, and all other values are equal, except those that an
   *   UPDATE sets. Each row of the result has its subject's id as `subject` or `id`.
   * - `rows`: the rows to insert are combined at `VALUES ?`.
   * - `select`: an `INSERT INTO … SELECT …`, whose SELECTs are combined by UNION ALL.
   */
  combine?: Combine
  /** Whether it verifies a speculative read. It must succeed before COMMIT is sent. */
  verifies?: true
}
