import type { Connection, QueryError } from 'mysql2'
import type { FieldChange } from '../common/kit/field-changes.ts'
import { bind, type Value, type Values } from './bind.ts'
import { besidePool, sqlPool } from './connection.ts'
import type { PackedQuery, PackedRow } from './packed-query.ts'
import type { ChangeKind, RowOwner } from './row-change.ts'
import type { WriteOptions, WriteResult } from './statement.ts'

export type { Value, Values } from './bind.ts'
export type { ChangeKind, RowOwner } from './row-change.ts'
export type { Afterwards, WriteResult } from './statement.ts'

export interface ReadOptions {
  /** `subject`: the last value, in `IN (?)`, is the id of a subject, and each row has it as `subject` or `id`. */
  combine?: 'subject'
  /**
   * For a `PackedQuery` of rows that rarely change. A transaction continues with the rows that this process read last
   * time, and reads them again together with its next statement. If they have changed, it is rolled back and run again.
   * This saves a round trip.
   */
  cached?: boolean
}

/** The one way to raw SQL, in a transaction (`tx.sql`) and outside (`onConnection`). See docs/decisions/0002. */
export abstract class Sql {
  /**
   * The rows of a SELECT. `?` stands for a value, `(?)` for a list, `?` with a list of lists for rows after VALUES. A
   * `PackedQuery` outside of a transaction is prepared once for each connection, so that its text is sent and parsed
   * once; its values are single ones unless it is `cached`.
   */
  abstract rows<Row>(query: string | PackedQuery<Row>, values?: Values, options?: ReadOptions): Promise<Row[]>

  /** The first row of a SELECT, or undefined. */
  async row<Row>(
    query: string | PackedQuery<Row>,
    values: Values = [],
    options: ReadOptions = {},
  ): Promise<Row | undefined> {
    return (await this.rows<Row>(query, values, options))[0]
  }

  /** Runs a write and waits for its answer. */
  abstract run(text: string, values?: Values): Promise<WriteResult>

  /**
   * Runs a write without waiting for its answer. A transaction sends it together with its next statement that is waited
   * for, at the latest with COMMIT; it may fail there.
   */
  abstract write(text: string, values?: Values, options?: WriteOptions): Promise<void>

  /** States that a row was changed, for the audit log. Only a transaction collects this. `owner`: if the caller knows it. */
  noteChange(_table: string, _id: number, _kind: ChangeKind, _owner?: RowOwner): void {}

  /** States which fields of a row changed, after `noteChange` or the write that calls it. */
  noteFields(_table: string, _id: number, _fields: readonly FieldChange[]): void {}
}

/**
 * Raw SQL on one connection, outside of a transaction. It uses mysql2's callbacks: its promises take a stack trace for
 * each call, which costs 7 % of the CPU time.
 */
export class ConnectionSql extends Sql {
  readonly #connection: Connection

  constructor(connection: Connection) {
    super()
    this.#connection = connection
  }

  override rows<Row>(
    query: string | PackedQuery<Row>,
    values: Values = [],
    { cached = false }: ReadOptions = {},
  ): Promise<Row[]> {
    if (typeof query === 'string') return this.#send<Row[]>(query, values)
    if (cached) return this.#send<Row[]>(query.text, values)
    return this.#execute(query, values as readonly Value[])
  }

  override run(text: string, values: Values = []): Promise<WriteResult> {
    return this.#send<WriteResult>(text, values)
  }

  override async write(
    text: string,
    values: Values = [],
    { failed, written }: WriteOptions = {},
  ): Promise<void> {
    const answer = await this.run(text, values).catch((error: unknown) => {
      throw failed?.(error as Error) ?? error
    })
    written?.(answer)
  }

  #execute<Row>({ packed, read }: PackedQuery<Row>, values: readonly Value[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#connection.execute(packed, [...values], (error: QueryError | null, answer) => {
        if (error) reject(error)
        else resolve((answer as unknown as PackedRow[]).map(read))
      })
    })
  }

  #send<Answer>(text: string, values: Values): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // Without `values: null` mysql2 would look for question marks in the values.
      const query = { sql: bind(text, values), values: null }
      this.#connection.query(query, (error: QueryError | null, answer) => {
        if (error) reject(error)
        else resolve(answer as unknown as Answer)
      })
    })
  }
}

/** Runs statements outside of a transaction, on one connection of the pool. */
export function onConnection<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return sqlPool().use((connection) => work(new ConnectionSql(connection)))
}

/**
 * Runs statements that commit even if the transaction that waits for them rolls back. No transaction holds one of these
 * connections. Otherwise transactions that hold all connections could wait for each other.
 */
export function besideTransactions<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return besidePool().use((connection) => work(new ConnectionSql(connection)))
}

/**
 * Lets all statements of `work` see the database at one moment. A single statement does so by itself. Not for use inside a
 * transaction.
 */
export async function atOneMoment<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ') // of the next transaction only
  await sql.run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  try {
    return await work()
  } finally {
    await sql.run('COMMIT')
  }
}

/** Like `onConnection`, for several statements that must see the database at one moment. */
export function inSnapshot<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return onConnection((sql) => atOneMoment(sql, () => work(sql)))
}
