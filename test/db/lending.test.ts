import { expect } from 'chai'
import type { Connection } from 'mysql2'
import type { Sequelize } from 'sequelize'
import { Unavailable } from '../../db/errors.ts'
import { Lending } from '../../db/lending.ts'

/** Creates a pool that connects at once, and records its calls. */
function givenPool(max = 2) {
  const pool = { connections: [] as object[], released: [] as object[], fails: false }
  const broken = new Set<object>()
  const connectionManager = {
    getConnection: () => {
      if (pool.fails) return Promise.reject(new Error('refused'))
      const connection = { number: pool.connections.length }
      pool.connections.push(connection)
      return Promise.resolve(connection as unknown as Connection)
    },
    releaseConnection: (connection: object) => {
      pool.released.push(connection)
    },
    validate: (connection: object) => !broken.has(connection),
  }
  const sequelize = { connectionManager, config: { pool: { max } } } as unknown as Sequelize
  return { lending: new Lending(sequelize), pool, broken }
}

const WITHIN = 5_000

describe('lending connections', () => {
  it('never exceeds the maximum, and serves callers in order', async () => {
    const { lending, pool } = givenPool()
    const [first, second] = await Promise.all([lending.take(WITHIN), lending.take(WITHIN)])
    const third = Promise.resolve(lending.take(WITHIN))
    const fourth = Promise.resolve(lending.take(WITHIN))
    lending.giveBack(second)
    lending.giveBack(first)
    expect([await third, await fourth]).to.deep.equal([second, first])
    expect(pool.connections).to.have.length(2)
  })

  it('lends a free connection at once, until the pool takes it back', async () => {
    const { lending, pool } = givenPool()
    const connection = await lending.take(WITHIN)
    lending.giveBack(connection)
    expect(lending.take(WITHIN)).to.equal(connection)
    lending.giveBack(connection)
    lending.putAllBack()
    expect(pool.released).to.deep.equal([connection])
    expect(await lending.take(WITHIN)).not.to.equal(connection)
  })

  it('replaces a broken connection instead of lending it', async () => {
    const { lending, pool, broken } = givenPool()
    const [first, second] = await Promise.all([lending.take(WITHIN), lending.take(WITHIN)])
    const waiting = Promise.resolve(lending.take(WITHIN))
    broken.add(first)
    lending.giveBack(first)
    expect(await waiting).to.equal(pool.connections[2])
    lending.giveBack(second)
    broken.add(second)
    expect(await lending.take(WITHIN)).to.equal(pool.connections[3])
    expect(pool.released).to.deep.equal([first, second])
  })

  it('lends at most four fifths to one project, so that others get one at once', async () => {
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

  it('serves waiting projects round-robin, even if one has many requests', async () => {
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

  it('fails in time, and connects again after a failure', async () => {
    const { lending, pool } = givenPool()
    pool.fails = true
    const failed = await Promise.allSettled([lending.take(WITHIN), lending.take(WITHIN)])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    pool.fails = false
    const held = await Promise.all([lending.take(WITHIN), lending.take(WITHIN)])
    const late = await Promise.resolve(lending.take(1)).catch((error: unknown) => error)
    expect(late).to.be.instanceOf(Unavailable)
    for (const connection of held) lending.giveBack(connection)
    expect(held).to.include(await lending.take(WITHIN))
  })
})
