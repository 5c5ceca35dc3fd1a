import { closeQueues } from '../../common/runtime/queues.ts'
import { onConnection } from '../../db/sql.ts'
import { openFloorQueue } from '../floors/queue.ts'
import type { Options } from '../options.ts'
import type { Side } from '../result.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { addBacklog, createListener, type Listener } from '../run/events.ts'
import { measurePairs } from '../run/pairs.ts'
import { type Receivers, startReceivers } from '../run/receivers.ts'
import { workRate } from '../run/work-rate.ts'
import type { Part } from './types.ts'

const WAITING = 20_000
const WARM_UP = 500

export const deliveries: Part = {
  about: 'one worker, a healthy endpoint and 20 000 waiting deliveries, compared with a job for each',
  async run(options) {
    const receivers = await startReceivers()
    const listener = await createListener(receivers.url('good', 1))
    const queue = openFloorQueue()
    const side = (name: 'floor' | 'service') => async () => {
      await queue.clear()
      await addBacklog(listener, WAITING)
      if (name === 'floor') await queue.clear().then(async () => queue.add(await waitingDeliveries(listener)))
      const measured = await deliveryRate(name, receivers, options)
      await checkArrivals(listener, receivers)
      return measured
    }
    const measure = 'deliveries to one healthy endpoint, one worker'
    const measured = await measurePairs(measure, options, side('floor'), side('service'))
    await queue.close()
    receivers.stop()
    await closeQueues()
    return {
      rows: [
        { ...{ measure, bar: 1, goal: 1.5 }, unit: 'ratio', of: 'a second', better: 'higher', ...measured },
      ],
    }
  },
}

async function deliveryRate(
  name: 'floor' | 'service',
  { arrived }: Receivers,
  { seconds, profile }: Options,
): Promise<Side> {
  const before = arrived.length
  const worker = name === 'floor' ? startFloorWorker('deliver') : startWorker({ profile })
  const measured = await workRate({
    workers: [worker],
    done: () => arrived.length - before,
    total: WAITING,
    from: WARM_UP,
    seconds,
  })
  await end(worker)
  return measured
}

async function waitingDeliveries({ endpointId }: Listener): Promise<number[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ id: number }>(
      "SELECT id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ? ORDER BY id",
      [endpointId],
    ),
  )
  return rows.map(({ id }) => id)
}

/** Throws unless each arrival is recorded as delivered, once. Deletes the waiting deliveries before the next pair. */
async function checkArrivals({ endpointId }: Listener, { arrived }: Receivers): Promise<void> {
  const row = await onConnection(async (sql) => {
    await sql.run("DELETE FROM webhook_deliveries WHERE endpoint_id = ? AND status = 'pending'", [endpointId])
    return sql.row<{ sent: number; attempts: number }>(
      `SELECT COUNT(*) AS sent, (SELECT COUNT(*) FROM webhook_attempts) AS attempts
       FROM webhook_deliveries WHERE endpoint_id = ? AND status = 'succeeded'`,
      [endpointId],
    )
  })
  const distinct = new Set(arrived.map(({ eventId }) => eventId)).size
  const counts = { arrived: arrived.length, distinct, sent: row!.sent, attempts: row!.attempts }
  if (new Set(Object.values(counts)).size > 1)
    throw new Error(`Deliveries are lost or duplicate: ${JSON.stringify(counts)}`)
}
