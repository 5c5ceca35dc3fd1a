import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { config } from '../../common/runtime/config.ts'
import { trace } from '../../common/runtime/log.ts'
import { Unavailable } from '../../db/errors.ts'
import { onConnection } from '../../db/sql.ts'
import { ask } from '../support/ask.ts'

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

/** Uses every connection of the pool until `free` is called. */
async function holdAll(): Promise<{ all: Promise<unknown>; free: () => void }> {
  let free: () => void = () => undefined
  const freed = new Promise<void>((resolve) => (free = resolve))
  const held = Array.from({ length: config().dbPoolMax }, () => {
    let begun: () => void = () => undefined
    const has = new Promise<void>((resolve) => (begun = resolve))
    const use = onConnection(() => {
      begun()
      return freed
    })
    return { has, use }
  })
  await Promise.all(held.map(({ has }) => has))
  return { all: Promise.all(held.map(({ use }) => use)), free }
}

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
