import type { Sql, Value } from '../../db/sql.ts'
import type { SendJobs } from '../runtime/queues.ts'

export type Query = readonly [text: string, ...values: Value[]]

/** A table whose rows wait until their `due_at`, when a job takes them up. */
export interface DueTable {
  readonly name: string
  /** Which of its rows still wait for something, as SQL. */
  readonly waiting: string
  /** `kind`, `id`, `tries` and `error` of a row as an operator is shown them, as SQL. */
  readonly columns: string
  /** Where `armed_until` says until when a row is left to its job, and for which rows, as SQL. */
  readonly armedBy: { readonly table: string; readonly waiting: string }
  /** Finds what is due and not armed, arms it and sends its jobs; returns how many. */
  readonly wake: (sql: Sql, now: Date, send: SendJobs) => Promise<number>
  /** How often the scanner does that, in milliseconds. */
  readonly every: number
  /** Selects `due_at` of at most so many rows, among them all that are due, by an index. */
  readonly due: (now: Date, most: number) => Query
  /** The invariant that nothing is neglected, which a metric is named after. */
  readonly invariant: string
  /** Selects at most so many that somebody should have taken up long ago, by an index. */
  readonly neglected: (now: Date, most: number) => Query
}
