import { expect } from 'chai'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/** A preloaded module in which an unhandled promise rejects twice a second, once the worker has its handler. */
const FAILING =
  "setInterval(()=>{if(process.listenerCount('unhandledRejection')>0)Promise.reject(new Error('unhandled-in-test'))},500).unref()"

describe('a worker with an unhandled rejection', () => {
  let service: Service

  before(async () => {
    service = await Service.start({ LOG_LEVEL: 'error' }, { workers: 0 })
    service.startWorker(0, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}` })
  })
  after(() => service.stop())

  it('logs it and continues', async () => {
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
    expect(service.log.some((line) => line.includes('unhandled-in-test'))).to.equal(true)
  })
})
