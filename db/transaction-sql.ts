import type { FieldChange } from '../common/kit/field-changes.ts'
import { bind, type Values } from './bind.ts'
import { isUnavailable, originalOf } from './errors.ts'
import type { PackedQuery, PackedRow } from './packed-query.ts'
import { cachedRows, cacheRows, StaleRead, verify } from './speculative-reads.ts'
import { type ChangeKind, type ReadOptions, type RowOwner, Sql } from './sql.ts'
import type { Statement, WriteOptions, WriteResult } from './statement.ts'
import type { StatementBuffer } from './statement-buffer.ts'

interface Options {
  /** Whether the transaction is shared by a batch: values are bound once equal statements are merged. */
  inBatch?: boolean
  /** Whether `cached` rows may be used. In a batch of many, one of them would always be stale. */
  speculative?: boolean
}

/** A row that a transaction has changed. */
export interface ChangedRow {
  table: string
  id: number
  kind: ChangeKind
  /** Missing if the writer does not know it. */
  owner?: RowOwner | undefined
  /** Missing if the writer does not say which fields changed. */
  fields?: readonly FieldChange[]
}

/** The raw SQL of one transaction, see `Sql`. `write` buffers (docs/decisions/0007-writes-are-sent-together.md). */
export class TransactionSql extends Sql {
  readonly #buffer: StatementBuffer
  readonly #inBatch: boolean
  readonly #speculative: boolean
  readonly #changed = new Map<string, ChangedRow>()

  constructor(buffer: StatementBuffer, { inBatch = false, speculative = false }: Options = {}) {
    super()
    this.#buffer = buffer
    this.#inBatch = inBatch
    this.#speculative = speculative
  }

  /** A row that is created and then updated counts as created, and one that is updated and then deleted as deleted. */
  override noteChange(table: string, id: number, kind: ChangeKind, owner?: RowOwner): void {
    const key = `${table} ${id}`
    if (kind !== 'updated' || !this.#changed.has(key)) this.#changed.set(key, { table, id, kind, owner })
  }

  override noteFields(table: string, id: number, fields: readonly FieldChange[]): void {
    const row = this.#changed.get(`${table} ${id}`)
    if (row) row.fields = [...(row.fields ?? []), ...fields]
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
    if (typeof query !== 'string' && cached && !this.#inBatch) return this.#cached(query, values)
    const text = typeof query === 'string' ? query : query.text
    return (await this.#buffer.send(this.#statement(text, values, { ...(combine && { combine }) }))) as Row[]
  }

  override async run(text: string, values: Values = []): Promise<WriteResult> {
    return (await this.#buffer.send(this.#statement(text, values))) as WriteResult
  }

  override write(text: string, values: Values = [], options: WriteOptions = {}): Promise<void> {
    return this.#buffer.add(this.#statement(text, values, options))
  }

  async #cached<Row>(query: PackedQuery<Row>, values: Values): Promise<Row[]> {
    const statement = this.#statement(query.packed, values)
    const { text } = statement
    const used = this.#speculative ? cachedRows(text) : undefined
    if (used) {
      await this.#buffer.add({
        verifies: true,
        written: (rows) => {
          verify(text, used, rows as unknown as PackedRow[])
        },
        ...statement,
      })
      return used.map((packed) => query.read({ packed }))
    }
    const rows = (await this.#buffer.send(statement)) as PackedRow[]
    cacheRows(text, rows)
    return rows.map(query.read)
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  /**
   * Returns why the transaction failed: `thrown`, unless a row that it used is stale or cannot be verified. Then its
   * result, and a refusal too, means nothing.
   */
  async reasonOf(thrown: unknown): Promise<unknown> {
    const { failure } = this.#buffer
    if (failure instanceof StaleRead) return failure
    const error = originalOf(thrown) === failure ? failure : thrown // Sequelize wraps the error of a buffered write
    return this.#buffer.verifyAfterFailure().then(
      () => error,
      (reason: unknown) => (isUnavailable(error) ? error : reason),
    )
  }

  #statement(text: string, values: Values = [], options: WriteOptions = {}): Statement {
    if (this.#inBatch) return { text, values, ...options }
    return { text: bind(text, values), values: [], ...options }
  }
}
