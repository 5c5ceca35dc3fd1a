import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { config } from '../../common/runtime/config.ts'
import { trace } from '../../common/runtime/log.ts'
import { Unavailable } from '../../db/errors.ts'
import { onConnection } from '../../db/sql.ts'
import { ask } from '../support/ask.ts'
import { holdAll } from '../support/hold-all.ts'

describe('a connection that becomes free too late', () => {
  it('is not begun with: it would be broken off in the middle, and be lost to everybody', async () => {
    const sleeping = (seconds: number) =>
      Promise.all(
        Array.from({ length: config().dbPoolMax }, () =>
          onConnection((sql) => sql.rows('SELECT SLEEP(?)', [seconds])),
        ),
      )
    await sleeping(0.1) // all are made
    const busy = sleeping(0.5)
    await pause(50)
    let begun = false
    const asked = trace.run({ request_id: 'late', answerBy: performance.now() + 530 }, () =>
      onConnection(async () => {
        begun = true
      }),
    )
    const outcome = await asked.catch((error: unknown) => error)
    expect(outcome).to.be.instanceOf(Unavailable)
    expect(begun).to.equal(false)
    await busy
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
