import { QueryTypes, type Transaction } from 'sequelize'
import { atomically } from '../../../common/runtime/atomically.ts'
import { payCheckout } from '../../../common/services/operations/pay-checkout.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { bind, type Values } from '../../../db/bind.ts'
import { database } from '../../../db/connection.ts'
import type { PackedQuery } from '../../../db/packed-query.ts'
import { Sql } from '../../../db/sql.ts'
import type { WriteOptions, WriteResult } from '../../../db/statement.ts'
import type { ModelTx, Tx } from '../../../db/transaction.ts'
import type { Group } from './types.ts'

const FORM = { email: 'bat.erdene@example.com', payment_method: 'test', test_outcome: 'succeeds' }

let paid = 0

/** Pays the next checkout. */
async function payNext(scope: Scope, wrap: (tx: ModelTx) => Tx): Promise<void> {
  const id = (paid += 1)
  const errors = await atomically((tx) => payCheckout(wrap(tx), scope, { id }, FORM, 'en'))
  if (Object.keys(errors).length > 0) throw new Error(JSON.stringify(errors))
}

/** Sends each statement by `sequelize.query` and waits for it, as a model's method does. */
class EachBySequelize extends Sql {
  readonly #sql: Tx['sql']
  readonly #transaction: Transaction

  constructor({ sql, transaction }: ModelTx) {
    super()
    this.#sql = sql
    this.#transaction = transaction
  }

  override noteChange(...change: Parameters<Sql['noteChange']>): void {
    this.#sql.noteChange(...change)
  }

  override noteFields(...fields: Parameters<Sql['noteFields']>): void {
    this.#sql.noteFields(...fields)
  }

  takeChanged(): ReturnType<Tx['sql']['takeChanged']> {
    return this.#sql.takeChanged()
  }

  override async rows<Row>(query: string | PackedQuery<Row>, values: Values = []): Promise<Row[]> {
    const text = bind(typeof query === 'string' ? query : query.text, values)
    return (await database().query(text, {
      type: QueryTypes.SELECT,
      transaction: this.#transaction,
    })) as Row[]
  }

  override async run(text: string, values: Values = []): Promise<WriteResult> {
    const answer = await database().query(bind(text, values), { transaction: this.#transaction })
    const [first, second] = answer as unknown as [number | WriteResult, number]
    return typeof first === 'number' ? { insertId: first, affectedRows: second } : first
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
}

/**
 * A payment, with its event and receipt. The second way sends the same statements. It is a lower limit for models, which
 * would also create an instance for each row, and read a wide row in several statements.
 */
export const pay: readonly Group[] = [
  {
    work: 'pay a checkout',
    times: 40,
    ways: [
      { name: 'raw SQL', run: (scope) => payNext(scope, (tx) => tx) },
      {
        name: 'the same statements, each by sequelize.query',
        run: (scope) =>
          payNext(scope, (tx) => {
            const { now, testClockId, wakeUps, steps } = tx
            return { now, testClockId, wakeUps, steps, sql: new EachBySequelize(tx) }
          }),
      },
    ],
  },
]
