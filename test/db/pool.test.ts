import { expect } from 'chai'
import { trace } from '../../common/runtime/log.ts'
import { Unavailable } from '../../db/errors.ts'
import { onConnection } from '../../db/sql.ts'
import { ask } from '../support/ask.ts'
import { holdAll } from '../support/hold-all.ts'

describe('a connection that becomes free too late', () => {
  it('is not begun with: it would be broken off in the middle, and be lost to everybody', async () => {
    const { all, free } = await holdAll()
    let begun = false
    const asked = trace.run({ request_id: 'late', answerBy: performance.now() + 400 }, () =>
      onConnection(async () => {
        begun = true
      }),
    )
    setTimeout(free, 350) // of two timers of one process the earlier is first, however busy the machine is
    const outcome = await asked.catch((error: unknown) => error)
    await all
    expect(outcome).to.be.instanceOf(Unavailable)
    expect(begun).to.equal(false)
  })
})

describe('a pool whose connections are all in use', () => {
  it('takes no process out of the balancer', async () => {
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
