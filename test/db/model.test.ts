import { expect } from 'chai'
import { now } from '../../common/runtime/clock.ts'
import { trace } from '../../common/runtime/log.ts'
import { Customer } from '../../common/services/customers/customers-table.ts'
import { Refund } from '../../common/services/refunds/refunds-table.ts'
import { ApiToken } from '../../common/services/tokens/api-tokens-table.ts'
import { isUnavailable } from '../../db/errors.ts'
import { type ModelTx, transact } from '../../db/transaction.ts'
import { run } from '../../dev/processes.ts'
import { roundTripsOf } from '../support/statements.ts'

const PROJECT = 4_000_000
const committed = async <Result>(work: (tx: ModelTx) => Promise<Result>) =>
  (await transact(work, { now })).result
const create = ({ now: createdAt, transaction }: ModelTx, hash: string) =>
  ApiToken.create(
    { projectId: PROJECT, isTest: true, hash: Buffer.alloc(32, hash), last4: 'last', createdAt },
    { transaction },
  )

describe('the model of a table', () => {
  it('sends its writes together with BEGIN and the writes of raw SQL, in order', async () => {
    await committed((tx) => create(tx, 'a'))
    const trips = await roundTripsOf(() =>
      committed(async (tx) => {
        await tx.sql.write('UPDATE api_tokens SET name = ? WHERE project_id = ? AND id = 0', [
          'none',
          PROJECT,
        ])
        await create(tx, 'b')
      }),
    )
    expect(trips.map((trip) => trip.map((text) => text.split(' ')[0]))).to.deep.equal([
      ['BEGIN', 'UPDATE', 'INSERT'],
      ['COMMIT'],
    ])
  })

  it('updates and deletes a row by its project too', async () => {
    const trips = await roundTripsOf(() =>
      committed(async (tx) => {
        const token = await create(tx, 'c')
        await token.update({ name: 'till' }, { transaction: tx.transaction })
        await token.destroy({ transaction: tx.transaction })
      }),
    )
    for (const verb of ['UPDATE', 'DELETE'])
      expect(trips.flat().find((text) => text.startsWith(verb))).to.include(`\`project_id\` = ${PROJECT}`)
  })

  it('notes created, changed and deleted rows for the audit log', async () => {
    const changes = await committed(async (tx) => {
      const kept = await create(tx, 'd')
      await kept.update({ lastUsedAt: tx.now }, { transaction: tx.transaction })
      const created = tx.sql.takeChanged()
      const found = await ApiToken.findByPk(kept.id, { lock: true, transaction: tx.transaction })
      await found!.destroy({ transaction: tx.transaction })
      return [created, tx.sql.takeChanged()].map((rows) => rows.map(({ id: _, ...row }) => row))
    })
    const owner = { projectId: PROJECT, isTest: true }
    expect(changes).to.deep.equal([
      [{ table: 'api_tokens', kind: 'created', owner }],
      [{ table: 'api_tokens', kind: 'deleted', owner }],
    ])
  })

  it('notes a change at the same time as the last one, such as on a test clock that stands still', async () => {
    const changed = await committed(async ({ now: time, sql, transaction }) => {
      const owner = { projectId: PROJECT, isTest: true }
      const sum = { paymentId: 1, amount: 100, currency: 'MNT', status: 'pending' } as const
      const times = { createdAt: time, updatedAt: time }
      const refund = await Refund.create({ ...owner, ...sum, ...times }, { transaction })
      sql.takeChanged()
      await refund.update({ calls: 1 }, { transaction })
      await refund.update({ status: 'failed', updatedAt: time }, { transaction })
      const rows = sql.takeChanged()
      await refund.destroy({ transaction })
      return rows.map(({ kind }) => kind)
    })
    expect(changed).to.deep.equal(['updated'])
  })

  it('reads flags as booleans', async () => {
    const id = await committed(async (tx) => (await create(tx, 'e')).id)
    expect((await ApiToken.findByPk(id))?.isTest).to.equal(true)
  })

  it('changes rows by a condition, without the JSON of its columns', async () => {
    const where = { id: 0, projectId: PROJECT }
    const trips = await roundTripsOf(() =>
      committed(({ transaction }) => Customer.update({ locale: 'mn' }, { where, transaction })),
    )
    expect(trips.flat().find((text) => text.startsWith('UPDATE'))).to.match(/SET `locale`=\S+ WHERE/)
  })

  it('can be the first use of the database in a process', async () => {
    const code = `import { ApiToken } from './dist/common/services/tokens/api-tokens-table.js'
      import { closeDatabase } from './dist/db/connection.js'
      console.log(await ApiToken.findOne({ where: { id: 0 } }))
      await closeDatabase()`
    expect((await run('node', ['--input-type=module', '--eval', code])).trim()).to.equal('null')
  })

  it('needs a connection of its project when it reads outside of a transaction', async () => {
    const late = { request_id: 'late', answerBy: performance.now() }
    const error = await trace.run(late, () => ApiToken.findOne().catch((thrown: unknown) => thrown))
    expect(isUnavailable(error)).to.equal(true)
  })
})
