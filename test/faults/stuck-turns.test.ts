import { Worker } from 'bullmq'
import { expect } from 'chai'
import { laneOf, type Turn } from '../../common/domain/jobs/catalog.ts'
import { addTurns, deleteJobs, queuePrefix } from '../../common/runtime/queues.ts'
import { connectRedis } from '../../common/runtime/redis.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  givenEndpoint,
  givenReceiver,
  type Receiver,
  somethingHappens,
} from '../support/given/receiver.ts'
import { until } from '../support/service.ts'
import { startWorkerHere } from '../support/workers.ts'

const MINUTES = 10 * 60_000

/** Takes the job of a turn like a worker that hangs. Returns a function that releases it. */
async function hold(turn: Turn): Promise<() => Promise<void>> {
  await deleteJobs(turn.queue)
  const connection = connectRedis('worker')
  const settings = {
    connection,
    prefix: queuePrefix(turn.queue),
    lockDuration: MINUTES,
    skipVersionCheck: true,
  }
  const holder = new Worker(turn.queue, null, settings)
  await addTurns([turn])
  const job = await holder.getNextJob('holder')
  expect(job.data).to.deep.equal({ group: turn.group, lane: turn.lane })
  return async () => {
    await job.moveToCompleted(null, 'holder', false)
    await holder.close()
    connection.disconnect()
  }
}

describe('a turn whose job belongs to a hanging worker', () => {
  let stop: () => Promise<void>
  const free: (() => Promise<void>)[] = []
  let shop: Merchant
  let receiver: Receiver

  // The turns of both tests wait at the same time.
  before(async () => {
    shop = await givenMerchant()
    const { id } = await givenCheckout(shop)
    free.push(await hold({ queue: 'lifecycle', group: shop.projectId, lane: laneOf('lifecycle', id) }))
    for (const text of [
      'UPDATE checkouts SET expires_at = UTC_TIMESTAMP(6) WHERE id = ?',
      "UPDATE timers SET due_at = UTC_TIMESTAMP(6) WHERE kind = 'checkout.expire' AND subject_id = ?",
    ])
      await onConnection((sql) => sql.run(text, [id]))

    const other = await givenMerchant()
    receiver = await givenReceiver()
    const endpoint = await givenEndpoint(other, receiver.url)
    free.push(await hold({ queue: 'webhooks', group: endpoint.id, lane: 0 }))
    await somethingHappens(other)
    stop = await startWorkerHere()
  })
  after(async () => {
    await stop()
    for (const one of free) await one()
    closeReceivers()
  })

  it('is run by a scanner: a checkout expires', async () => {
    const timers = 'SELECT id FROM timers WHERE project_id = ?'
    await until(async () => !(await onConnection((sql) => sql.row(timers, [shop.projectId]))))
  })

  it('is run by a scanner: an event is delivered', async () => {
    await until(async () => receiver.received.length > 0)
  })
})
