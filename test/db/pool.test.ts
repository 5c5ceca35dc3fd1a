import { expect } from 'chai'
import { trace } from '../../common/runtime/log.ts'
import { Unavailable } from '../../db/errors.ts'
import { onConnection } from '../../db/sql.ts'
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
