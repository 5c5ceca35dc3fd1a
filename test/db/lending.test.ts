import { expect } from 'chai'
import type { Connection } from 'mysql2'
import type { Sequelize } from 'sequelize'
import { Unavailable } from '../../db/errors.ts'
import { Lending } from '../../db/lending.ts'

/** A pool of `max` that works at once, and what was asked of it. */
function givenPool(max = 2) {
  const asked = { connections: [] as object[], back: [] as object[], fails: false }
  const broken = new Set<object>()
  const connectionManager = {
    getConnection: () => {
      if (asked.fails) return Promise.reject(new Error('refused'))
      const connection = { number: asked.connections.length }
      asked.connections.push(connection)
      return Promise.resolve(connection as unknown as Connection)
    },
    releaseConnection: (connection: object) => {
      asked.back.push(connection)
    },
    validate: (connection: object) => !broken.has(connection),
  }
  const sequelize = { connectionManager, config: { pool: { max } } } as unknown as Sequelize
  return { lending: new Lending(sequelize), asked, broken }
}

const WITHIN = 5_000

describe('connections that are lent', () => {
  it('are no more than there may be, and whoever waits longest is given the next', async () => {
    const { lending, asked } = givenPool()
    const [first, second] = await Promise.all([lending.take(WITHIN), lending.take(WITHIN)])
    const third = Promise.resolve(lending.take(WITHIN))
    const fourth = Promise.resolve(lending.take(WITHIN))
    lending.giveBack(second)
    lending.giveBack(first)
    expect([await third, await fourth]).to.deep.equal([second, first])
    expect(asked.connections).to.have.length(2)
  })

  it('are there at once where one is free, until they are put back', async () => {
    const { lending, asked } = givenPool()
    const connection = await lending.take(WITHIN)
    lending.giveBack(connection)
    expect(lending.take(WITHIN)).to.equal(connection)
    lending.giveBack(connection)
    lending.putAllBack()
    expect(asked.back).to.deep.equal([connection])
    expect(await lending.take(WITHIN)).not.to.equal(connection)
  })

  it('work: one that broke is lent to nobody, and another made for whoever waits', async () => {
    const { lending, asked, broken } = givenPool()
    const [first, second] = await Promise.all([lending.take(WITHIN), lending.take(WITHIN)])
    const waiting = Promise.resolve(lending.take(WITHIN))
    broken.add(first)
    lending.giveBack(first)
    expect(await waiting).to.equal(asked.connections[2])
    lending.giveBack(second)
    broken.add(second)
    expect(await lending.take(WITHIN)).to.equal(asked.connections[3])
    expect(asked.back).to.deep.equal([first, second])
  })

  it('are four fifths of them for one project, so that others find one at once', async () => {
    const { lending } = givenPool(5)
    const own = await Promise.all([1, 2, 3, 4].map(async () => lending.take(WITHIN, 1)))
    const fifth = Promise.resolve(lending.take(WITHIN, 1))
    const other = await lending.take(WITHIN, 2)
    expect(new Set([...own, other]).size).to.equal(5)
    lending.giveBack(other, 2) // the first project may not have it
    expect(await lending.take(WITHIN, 3)).to.equal(other)
    lending.giveBack(own[0]!, 1)
    expect(await fifth).to.equal(own[0])
  })

  it('are lent to the projects that wait in turn, however many requests of one came first', async () => {
    const { lending } = givenPool(1)
    const held = await lending.take(WITHIN, 9)
    const order: number[] = []
    const uses = [1, 1, 1, 2, 3].map(async (share) => {
      const connection = await lending.take(WITHIN, share)
      order.push(share)
      lending.giveBack(connection, share)
    })
    lending.giveBack(held, 9)
    await Promise.all(uses)
    expect(order).to.deep.equal([1, 2, 3, 1, 1])
  })

  it('are missed in time, and a failure to connect is told to one and tried again for the next', async () => {
    const { lending, asked } = givenPool()
    asked.fails = true
    const failed = await Promise.allSettled([lending.take(WITHIN), lending.take(WITHIN)])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    asked.fails = false
    const held = await Promise.all([lending.take(WITHIN), lending.take(WITHIN)])
    const late = await Promise.resolve(lending.take(1)).catch((error: unknown) => error)
    expect(late).to.be.instanceOf(Unavailable)
    for (const connection of held) lending.giveBack(connection)
    expect(held).to.include(await lending.take(WITHIN))
  })
})
