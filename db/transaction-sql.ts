import type { Connection } from 'mysql2'
import { isConflict, isUnavailable } from './errors.ts'
import type { PackedQuery, PackedRow } from './packed-query.ts'
import { confirm, HasChanged, recall, remember } from './remembered.ts'
import { sendTogether, StatementFailed } from './send-together.ts'
import {
  type ChangeKind,
  type ReadOptions,
  type RowOwner,
  Sql,
  type Values,
  type WriteOptions,
} from './sql.ts'
import { bindOne, type Statement } from './statement.ts'

/** Sends statements in one call, for one of several who share a transaction, and returns the answer to each. */
export type Call = (statements: readonly Statement[]) => Promise<readonly unknown[]>

/** A row that a transaction has changed. */
export interface ChangedRow {
  table: string
  id: number
  kind: ChangeKind
  /** Missing if the writer does not know it. */
  owner?: RowOwner | undefined
}

/** More characters than this are not kept: a call has to fit into what the server takes at once. */
const MOST_KEPT = 256 * 1_024

/**
 * The SQL of one transaction, over a connection that takes several statements in one call. What nobody waits for is
 * kept, BEGIN too, and sent in order with what somebody waits for: a round trip costs more than most statements
 * (docs/decisions/0007-writes-are-sent-together.md).
 */
export class TransactionSql extends Sql {
  #kept: Statement[] = []
  #length = 0
  #isSent = false
  #failure: { error: unknown } | null = null
  readonly #changed = new Map<string, ChangedRow>()
  readonly #shared: Call | undefined
  readonly #believes: boolean

  /**
   * `shared`: of a transaction that several share, and that is begun already. `believes`: whether it goes on with what is
   * remembered. Companions ask for many at once: of those, one will have changed.
   */
  constructor(
    connection: Connection,
    { shared, believes = false }: { shared?: Call; believes?: boolean } = {},
  ) {
    super(connection)
    this.#shared = shared
    this.#believes = believes
    if (!shared) this.#kept.push(this.#statement('BEGIN'))
  }

  /** Keeps a write. If it fails, the transaction ends even if the error is caught: later writes were not run. */
  override write(text: string, values: Values = [], options: WriteOptions = {}): Promise<void> {
    return this.#keep(this.#statement(text, values, options))
  }

  /** A row that is created and then updated counts as created, and one that is updated and then deleted as deleted. */
  override noteChange(table: string, id: number, kind: ChangeKind, owner?: RowOwner): void {
    const key = `${table} ${id}`
    if (kind !== 'updated' || !this.#changed.has(key)) this.#changed.set(key, { table, id, kind, owner })
  }

  /** Returns the rows that were changed since the last call, in order. */
  takeChanged(): ChangedRow[] {
    const changed = [...this.#changed.values()]
    this.#changed.clear()
    return changed
  }

  override async rows<Row>(
    query: string | PackedQuery<Row>,
    values: Values = [],
    { combine, cached = false }: ReadOptions = {},
  ): Promise<Row[]> {
    if (typeof query !== 'string' && cached && !this.#shared) return this.#cached(query, values)
    const text = typeof query === 'string' ? query : query.text
    return (await this.#sendWithKept(this.#statement(text, values, { ...(combine && { combine }) }))) as Row[]
  }

  async #cached<Row>(query: PackedQuery<Row>, values: Values): Promise<Row[]> {
    const statement = this.#statement(query.packed, values)
    const { text } = statement
    const believed = this.#believes ? recall(text) : undefined
    if (believed) {
      await this.#keep({
        ...statement,
        confirms: true,
        written: (rows) => confirm(text, believed, rows as unknown as PackedRow[]),
      })
      return believed.map((packed) => query.read({ packed }))
    }
    const rows = (await this.#sendWithKept(statement)) as PackedRow[]
    remember(text, rows)
    return rows.map(query.read)
  }

  async #keep(statement: Statement): Promise<void> {
    const length = lengthOf(statement)
    // Before it, not with it: what follows may ask for LAST_INSERT_ID(), and has to be in the same call.
    if (this.#length > 0 && this.#length + length > MOST_KEPT) await this.flush()
    this.#kept.push(statement)
    this.#length += length
  }

  /** Sends what is kept and ends the transaction. One that has asked for nothing has not begun either. */
  async commit(): Promise<void> {
    if (this.#kept.some(isLook)) await this.flush()
    if (this.#isSent || this.#kept.length > 1) await this.#sendWithKept(this.#statement('COMMIT'))
  }

  /**
   * Why the transaction has failed: by `thrown`, unless what was believed has changed, or cannot be looked at any more.
   * Then what came of it is no answer, nor a refusal.
   */
  async reasonOf(thrown: unknown): Promise<unknown> {
    if (this.#failure?.error instanceof HasChanged) return this.#failure.error
    this.#failure = null
    this.#kept = this.#kept.filter(isLook)
    return this.flush().then(
      () => thrown,
      (error: unknown) => (isUnavailable(thrown) ? thrown : error),
    )
  }

  /** Sends what is kept. */
  async flush(): Promise<void> {
    const last = this.#kept.pop()
    if (last) await this.#sendWithKept(last)
  }

  /** Forgets what is kept and undoes what was sent. */
  async rollback(): Promise<void> {
    this.#kept = []
    if (this.#isSent) await sendTogether(this.connection, ['ROLLBACK'])
  }

  protected override async send<Answer>(text: string, values: Values): Promise<Answer> {
    return (await this.#sendWithKept(this.#statement(text, values))) as Answer
  }

  /** Of those who share a transaction the values are written in when it is known who sends the same. */
  #statement(text: string, values: Values = [], options: WriteOptions = {}): Statement {
    if (this.#shared) return { ...options, text, values }
    return { ...options, text: bindOne(this.connection, text, values), values: [] }
  }

  async #sendWithKept(last: Statement): Promise<unknown> {
    if (this.#failure) throw this.#failure.error
    const statements = [...this.#kept, last]
    this.#kept = []
    this.#length = 0
    this.#isSent = true
    try {
      const answers = await (this.#shared?.(statements) ??
        sendTogether(
          this.connection,
          statements.map(({ text }) => text),
        ))
      for (const [index, { written }] of statements.entries()) written?.(answers[index] as never)
      return answers.at(-1)
    } catch (error) {
      if (error instanceof StatementFailed) {
        this.#kept = statements.filter(isLook) // their answers are lost with the others'
        throw this.#failureOf(statements, error)
      }
      this.#failure = { error }
      throw error
    }
  }

  /** Of the last statement somebody may know what to make; who wrote a kept one is gone. */
  #failureOf(statements: readonly Statement[], { index, reason }: StatementFailed): Error {
    const error = statements[index]?.failed?.(reason) ?? reason
    if (index < statements.length - 1 || isConflict(reason)) this.#failure = { error }
    return error
  }
}

function isLook({ confirms }: Statement): boolean {
  return confirms === true
}

/** How many characters a statement has, with values that are written in later; numbers and times are short. */
function lengthOf({ text, values }: Statement): number {
  const lengths = values
    .flat(2)
    .map((value) => (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 0))
  return lengths.reduce((sum, length) => sum + length, text.length)
}
