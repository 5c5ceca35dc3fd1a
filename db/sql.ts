import type { Connection, PrepareStatementInfo, QueryError, ResultSetHeader } from 'mysql2'
import { bind, type Value, type Values } from './bind.ts'
import { aside } from './connection.ts'
import type { PackedQuery, PackedRow } from './packed-query.ts'
import { withConnection } from './pool.ts'

export type { Value, Values } from './bind.ts'

/** How statements of one batch that have the same text are combined into one, see `Statement.combine`. */
export type Combine = 'subject' | 'rows' | 'select'

/** What happened to a row of a table. */
export type ChangeKind = 'created' | 'updated' | 'deleted'

/** The project and mode of a row. */
export interface RowOwner {
  projectId: number
  isTest: boolean
}

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

/** What happens with a write after it was sent, possibly together with later statements. */
export interface Afterwards {
  /** Returns the error to throw instead of the server's. */
  failed?: (error: Error) => Error
  /** Receives the server's answer before the commit. An error that it throws ends the transaction. */
  written?: (answer: ResultSetHeader) => void
}

export interface WriteOptions extends Afterwards {
  combine?: Combine
}

/**
 * Hand-written SQL on one connection. It uses mysql2's callbacks: its promises take a stack trace for each call, which
 * costs 7 % of the CPU time.
 */
export class Sql {
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  /**
   * The rows of a SELECT. `?` stands for a value, `(?)` for a list, `?` with a list of lists for rows after VALUES. A
   * `PackedQuery` is prepared once for each connection, so that its text is sent and parsed once; its values are single
   * ones unless it is `cached`.
   */
  rows<Row>(
    query: string | PackedQuery<Row>,
    values: Values = [],
    { cached = false }: ReadOptions = {},
  ): Promise<Row[]> {
    if (typeof query === 'string') return this.send<Row[]>(query, values)
    if (cached) return this.send<Row[]>(query.text, values)
    return this.#execute(query, values as readonly Value[])
  }

  /** The first row of a SELECT, or undefined. */
  async row<Row>(
    query: string | PackedQuery<Row>,
    values: Values = [],
    options: ReadOptions = {},
  ): Promise<Row | undefined> {
    return (await this.rows<Row>(query, values, options))[0]
  }

  /** Runs a write and waits for its answer. `affectedRows` counts the rows that changed, not those that matched. */
  run(text: string, values: Values = []): Promise<ResultSetHeader> {
    return this.send<ResultSetHeader>(text, values)
  }

  /**
   * Runs a write without waiting for its answer. A transaction sends it together with its next statement that is waited
   * for, at the latest with COMMIT; it may fail there.
   */
  async write(text: string, values: Values = [], { failed, written }: WriteOptions = {}): Promise<void> {
    const answer = await this.run(text, values).catch((error: unknown) => {
      throw failed?.(error as Error) ?? error
    })
    written?.(answer)
  }

  /** States that a row was changed, for the audit log. Only a transaction collects this. `owner`: if the caller knows it. */
  noteChange(_table: string, _id: number, _kind: ChangeKind, _owner?: RowOwner): void {}

  #execute<Row>({ packed, read }: PackedQuery<Row>, values: readonly Value[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      prepared(this.connection, packed, (failed, statement) => {
        if (!statement) return reject(failed!)
        statement.execute([...values], (error: QueryError | null, answer) => {
          if (error) reject(error)
          else resolve((answer as unknown as PackedRow[]).map(read))
        })
      })
    })
  }

  protected send<Answer>(text: string, values: Values): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // Without `values: null` mysql2 would look for question marks in the values.
      const sql = bind(this.connection, text, values)
      this.connection.query({ sql, values: null }, (error: QueryError | null, answer) => {
        if (error) reject(error)
        else resolve(answer as unknown as Answer)
      })
    })
  }
}

const statements = new WeakMap<Connection, Map<string, PrepareStatementInfo>>()

/** The statement of this text; mysql2 would look for it by the whole text, made anew, each time. */
function prepared(
  connection: Connection,
  text: string,
  use: (error: QueryError | null, statement: PrepareStatementInfo | undefined) => void,
): void {
  const known = statements.get(connection) ?? new Map<string, PrepareStatementInfo>()
  statements.set(connection, known)
  const statement = known.get(text)
  if (statement) use(null, statement)
  else
    connection.prepare(text, (error, made) => {
      if (!error) known.set(text, made)
      use(error, made)
    })
}

/** Reads outside a transaction, on a connection of the pool. */
export function onConnection<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return withConnection((connection) => work(new Sql(connection)))
}

/**
 * Runs a statement at once and for good, whatever becomes of a transaction at hand. Its connection is one
 * that no transaction holds: were it one of the pool's, transactions that hold all of them could wait for
 * each other.
 */
export function besideTransactions<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return withConnection((connection) => work(new Sql(connection)), aside)
}

/**
 * Lets all statements of `work` see the database as it is at one moment. Only for several of them: one sees one
 * moment anyway. Not inside a transaction.
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

/** As `onConnection`, for an answer that takes several statements. */
export function inSnapshot<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return onConnection((sql) => atOneMoment(sql, () => work(sql)))
}
