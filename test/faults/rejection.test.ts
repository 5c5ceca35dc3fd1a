import { expect } from 'chai'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/** Preloaded: something fails twice a second, and nobody waits for it. */
const FAILING = "setInterval(()=>{Promise.reject(new Error('nobody-waits'))},500).unref()"

describe('a worker in which something fails that nobody waits for', () => {
  let service: Service

  before(async () => {
    service = await Service.start({ LOG_LEVEL: 'error' }, { workers: 0 })
    service.startWorker(0, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}` })
  })
  after(() => service.stop())

  it('says so, and goes on with its work', async () => {
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    await until(async () => service.log.some((line) => line.includes('unhandled rejection')))
    const { id } = body.data as { id: number }
    const now = 'UTC_TIMESTAMP(6)'
    await service.rows(`UPDATE checkouts SET expires_at = ${now} WHERE id = ?`, [id])
    await service.rows(
      `UPDATE timers SET due_at = ${now} WHERE kind = 'checkout.expire' AND subject_id = ?`,
      [id],
    )
    await until(
      async () => (await service.count("checkouts WHERE status = 'expired' AND id = ?", [id])) === 1,
    )
    expect(service.log.some((line) => line.includes('nobody-waits'))).to.equal(true)
  })
})
