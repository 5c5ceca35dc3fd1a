import { expect } from 'chai'
import { trace } from '../../common/runtime/log.ts'
import { ApiToken } from '../../common/services/tokens/api-tokens-table.ts'
import { Unavailable } from '../../db/errors.ts'
import { besideTransactions, onConnection } from '../../db/sql.ts'
import { ask } from '../support/ask.ts'
import { holdAll } from '../support/hold-all.ts'

describe('a connection that becomes free shortly before the deadline', () => {
  it('is not used, since the query would be aborted and the connection lost', async () => {
    const { all, free } = await holdAll()
    let begun = false
    const asked = trace.run({ request_id: 'late', answerBy: performance.now() + 400 }, () =>
      onConnection(async () => {
        begun = true
      }),
    )
    setTimeout(free, 350) // timers of one process fire in order, even on a busy machine
    const outcome = await asked.catch((error: unknown) => error)
    await all
    expect(outcome).to.be.instanceOf(Unavailable)
    expect(begun).to.equal(false)
  })
})

describe('a use of a connection inside of another', () => {
  const nested = () => onConnection(() => onConnection((sql) => sql.rows('SELECT 1')))

  it('is refused, whether it is raw SQL or a model, since all connections could wait for a second one', async () => {
    for (const inner of [nested, () => onConnection(() => ApiToken.findOne())])
      await inner().then(
        () => expect.fail('it was not refused'),
        (error: unknown) => expect(String(error)).to.include('a second connection is used inside of a first'),
      )
  })

  it('is possible one after the other, and for statements outside of a transaction that waits for them', async () => {
    await onConnection((sql) => sql.rows('SELECT 1'))
    const rows = await onConnection(() => besideTransactions((sql) => sql.rows('SELECT 2 AS two')))
    expect(rows).to.deep.equal([{ two: 2 }])
  })
})

describe('a pool without a free connection', () => {
  it('keeps the process ready for the load balancer', async () => {
    const { all, free } = await holdAll()
    try {
      const { body } = await ask('get', '/readyz').expect(200)
      expect(body).to.include({ ok: true, mysql: 'ok' })
    } finally {
      free()
      await all
    }
  })
})
