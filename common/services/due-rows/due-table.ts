import type { Sql, Value } from '../../../db/sql.ts'
import type { Turn } from '../../domain/jobs/catalog.ts'

export type Query = readonly [text: string, ...values: Value[]]

/** A turn with due rows, and the time at which the first of them became due. */
export interface DueTurn extends Turn {
  since: Date
}

/** A row that is due. */
export interface DueRow {
  id: number
}

/** A table whose rows wait until their `due_at`, when a worker processes them. */
export interface DueTable {
  readonly name: string
  /** SQL for the rows that wait for something. */
  readonly waiting: string
  /** SQL for an operator: `kind`, `id`, `tries`, `error` and the time (`since`) at which a row became due. */
  readonly columns: string
  /** Maximum time by which a failed try postpones a row, in milliseconds: `due_at` of an overdue row may be that far ahead. */
  readonly postponedBy: number
  /** SQL for the rows that `queues overdue` leaves out, because another command explains them. */
  readonly explained?: string
  /** Finds the turns with due rows. Reads indexes only, so one project's long backlog does not slow it down. */
  readonly findTurns: (sql: Sql, now: Date) => Promise<DueTurn[]>
  /** Selects `due_at` of up to `most` rows, by an index. All due rows are among them, except deliveries to failing receivers. */
  readonly due: (now: Date, most: number) => Query
  /** Finds kinds of due rows that this release does not know. */
  readonly findUnknownKinds?: (sql: Sql, now: Date) => Promise<string[]>
  /** The name of the invariant that no row is neglected, used by its metric. */
  readonly invariant: string
  /** Selects up to `most` rows that should have been processed long ago, by an index. */
  readonly neglected: (now: Date, most: number) => Query
}
