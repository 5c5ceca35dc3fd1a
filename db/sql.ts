import type { Connection, PrepareStatementInfo, QueryError, ResultSetHeader } from 'mysql2'
import { bind, type Value, type Values } from './bind.ts'
import { aside } from './connection.ts'
import type { Often, PackedRow } from './often.ts'
import { withConnection } from './pool.ts'

export type { Value, Values } from './bind.ts'

/** What follows a write whose answer nobody waits for. */
export interface Afterwards {
  /** What is thrown in place of what it fails by: there is nobody left to catch that. */
  failed?: (error: Error) => Error
  /** Is given the server's answer, before the commit. What it throws ends the transaction. */
  written?: (answer: ResultSetHeader) => void
}

/**
 * Hand-written SQL on one connection, for the paths that are walked most. Over mysql2's callbacks:
 * its promise API takes a stack trace per call, which costs 7 % of the CPU.
 */
export class Sql {
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  /** The rows of a SELECT. `?` stands for a value, `(?)` for a list, `?` of a list of lists for VALUES rows. */
  rows<Row>(text: string, values: Values = []): Promise<Row[]> {
    return this.send<Row[]>(text, values)
  }

  /** The first row of a SELECT, or undefined. */
  async row<Row>(text: string, values: Values = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, values))[0]
  }

  /**
   * As `rows`, for a statement that is asked all the time: a connection lets the server remember it, so that its text is
   * sent and read once. That spares as much as the look itself costs, where a statement names a hundred columns. Each
   * value is a single one.
   */
  often<Row>({ packed, read }: Often<Row>, values: readonly Value[] = []): Promise<Row[]> {
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

  /**
   * Rows that seldom change. A transaction goes on with what was found last time, and looks again with the next
   * statement that somebody waits for: where they have changed it is undone and run again. That spares a round trip.
   */
  remembered<Row>({ text }: Often<Row>, values: Values): Promise<Row[]> {
    return this.rows<Row>(text, values)
  }

  /** Runs a write and waits for its answer. `affectedRows` counts the rows that changed, not those that matched. */
  run(text: string, values: Values = []): Promise<ResultSetHeader> {
    return this.send<ResultSetHeader>(text, values)
  }

  /**
   * Runs a write whose answer nobody waits for. In a transaction it is kept, and goes out with the next statement
   * that somebody waits for, at the latest with COMMIT; it is there that it may fail.
   */
  async write(text: string, values: Values = [], { failed, written }: Afterwards = {}): Promise<void> {
    const answer = await this.run(text, values).catch((error: unknown) => {
      throw failed?.(error as Error) ?? error
    })
    written?.(answer)
  }

  /**
   * The rows that belong to a subject, whose id is the last value of the text, at `IN (?)`: companions who ask the same
   * of theirs at the same moment are answered by one statement. Each row says as `subject`, or as `id`, whose it is.
   */
  rowsOf<Row>(subject: number, text: string, values: Values = []): Promise<Row[]> {
    return this.rows<Row>(text, [...values, subject])
  }

  /** The first of `rowsOf`, or undefined. */
  async rowOf<Row>(subject: number, text: string, values: Values = []): Promise<Row | undefined> {
    return (await this.rowsOf<Row>(subject, text, values))[0]
  }

  /** `rowsOf`, by `often`. */
  oftenOf<Row>(subject: number, asked: Often<Row>, values: readonly Value[] = []): Promise<Row[]> {
    return this.often(asked, [...values, subject])
  }

  /** As `write`, of what belongs to a subject, which the text says as that of `rowsOf` does. */
  writeOf(
    subject: number,
    text: string,
    values: Values = [],
    afterwards: Omit<Afterwards, 'written'> = {},
  ): Promise<void> {
    return this.write(text, [...values, subject], afterwards)
  }

  /** As `write`, of new rows at `VALUES ?`. */
  writeRows(text: string, rows: readonly (readonly Value[])[], afterwards: Afterwards = {}): Promise<void> {
    return this.write(text, [rows], afterwards)
  }

  /** As `write`, of a new row that is selected: `INSERT INTO …`, and `SELECT …`. */
  writeSelected(into: string, select: string, values: Values): Promise<void> {
    return this.write(`${into}${select}`, values)
  }

  protected send<Answer>(text: string, values: Values): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // Without `values: null` mysql2 would look for question marks in what was bound.
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
