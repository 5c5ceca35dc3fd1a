import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { QueryTypes, Sequelize } from 'sequelize'
import { trace } from '../../common/runtime/log.ts'
import { Checkout } from '../../common/services/checkouts/checkouts-table.ts'
import { database } from '../../db/connection.ts'
import { driver } from '../../db/driver.ts'
import { isUnavailable } from '../../db/errors.ts'
import { onConnection } from '../../db/sql.ts'
import { transact, transactRaw } from '../../db/transaction.ts'
import { outlineOf, roundTripsOf } from '../support/statements.ts'

const now = () => new Date()
const SELECT_ID = 'SELECT CONNECTION_ID() AS id'
const SLOW = 'SELECT SLEEP(5)'
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )
/** Runs `work` as a request whose response is due within `ms`. */
const within = <Result>(ms: number, work: () => Promise<Result>) =>
  trace.run({ request_id: 'driver', answerBy: performance.now() + ms }, work)

type Rows = { id: number }[]
const ways: [way: string, rows: (text: string) => Promise<Rows>][] = [
  ['raw SQL', (text) => onConnection((sql) => sql.rows(text))],
  ['a transaction', async (text) => (await transact(({ sql }) => sql.rows(text), { now })).result as Rows],
  [
    'a raw transaction',
    async (text) => (await transactRaw(({ sql }) => sql.rows(text), { now })).result as Rows,
  ],
  ['Sequelize', (text) => database().query(text, { type: QueryTypes.SELECT })],
]

for (const [way, rows] of ways) {
  const connectionId = async () => (await rows(SELECT_ID))[0]!.id

  describe(`a connection of ${way}`, () => {
    it('is replaced once the server has closed it', async () => {
      const id = await connectionId()
      await onConnection(async (sql) => sql.run('KILL ?', [id])).catch(() => undefined) // may kill itself
      await pause(100)
      expect(await connectionId()).not.to.equal(id)
    })

    it('is closed if a statement takes longer than the request may, and the caller gets Unavailable', async () => {
      const id = await connectionId()
      const begun = performance.now()
      const error = await errorOf(within(300, () => rows(SLOW)))
      expect(isUnavailable(error)).to.equal(true)
      expect(performance.now() - begun).to.be.below(4_000)
      expect(await connectionId()).not.to.equal(id)
    })

    it('still works for later requests after one has run out of time', async () => {
      for (let tries = 0; tries < 3; tries += 1) {
        expect(isUnavailable(await errorOf(within(150, () => rows(SLOW))))).to.equal(true)
        const ids = await Promise.all([connectionId(), connectionId(), connectionId()])
        expect(ids.every((id) => id > 0)).to.equal(true)
      }
    })
  })
}

describe('a database that cannot be reached', () => {
  it('is an outage for each caller, and each tries to connect', async () => {
    const url = 'mysql://root@127.0.0.1:1/none'
    const sequelize = new Sequelize(url, { dialect: 'mysql', dialectModule: driver, logging: false })
    for (const _ of ['first', 'second'])
      expect(isUnavailable(await errorOf(sequelize.query('SELECT 1')))).to.equal(true)
    await sequelize.close()
  })
})

describe('a transaction of Sequelize', () => {
  it('rolls back if its last statement takes longer than the request may', async () => {
    await onConnection((sql) => sql.run('CREATE TABLE slow (id INT PRIMARY KEY)'))
    try {
      const late = within(300, () =>
        transact(
          async ({ sql }) => {
            await sql.write('INSERT INTO slow (id) VALUES (1)')
            await sql.rows(SLOW)
          },
          { now },
        ),
      )
      expect(isUnavailable(await errorOf(late))).to.equal(true)
      const left = await onConnection((sql) => sql.rows('SELECT id FROM slow LOCK IN SHARE MODE'))
      expect(left).to.deep.equal([])
    } finally {
      await onConnection((sql) => sql.run('DROP TABLE slow'))
    }
  })

  it('cannot be used once it is over', async () => {
    const { result } = await transact((tx) => Promise.resolve(tx), { now })
    expect(String(await errorOf(result.sql.rows('SELECT 1')))).to.include('is over')
  })

  it('sends BEGIN and the buffered writes with the first statement of a model', async () => {
    const trips = await roundTripsOf(() =>
      transact(
        async ({ sql, transaction }) => {
          await sql.write('UPDATE checkouts SET locale = NULL WHERE id = 0')
          expect(await Checkout.findOne({ where: { id: 0 }, transaction })).to.equal(null)
          await sql.write('UPDATE checkouts SET locale = NULL WHERE id = 0')
        },
        { now },
      ),
    )
    expect(trips.map(outlineOf)).to.deep.equal([
      ['BEGIN', 'UPDATE checkouts', 'SELECT checkouts'],
      ['UPDATE checkouts', 'COMMIT'],
    ])
  })
})
