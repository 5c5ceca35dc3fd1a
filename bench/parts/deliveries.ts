import { closeQueues } from '../../common/runtime/queues.ts'
import { onConnection } from '../../db/sql.ts'
import { openFloorQueue } from '../floors/jobs.ts'
import type { Options } from '../options.ts'
import type { Side } from '../result.ts'
import { workRate } from '../run/background.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { type Listener, openEndpoint, pileUp } from '../run/happenings.ts'
import { inPairs } from '../run/pairs.ts'
import { type Receivers, startReceivers } from '../run/receivers.ts'
import type { Part } from './part.ts'

const WAITING = 20_000
const WARM_UP = 500

export const deliveries: Part = {
  about: 'one worker and a healthy endpoint with 20 000 deliveries waiting, against a job for each',
  async run(options) {
    const receivers = await startReceivers()
    const listener = await openEndpoint(receivers.url('good', 1))
    const queue = openFloorQueue()
    const side = (name: 'floor' | 'service') => async () => {
      await queue.clear()
      await pileUp(listener, WAITING)
      if (name === 'floor') await queue.clear().then(async () => queue.add(await waitingFor(listener)))
      const measured = await drained(name, receivers, options)
      await checkArrivals(listener, receivers)
      return measured
    }
    const measure = 'deliveries to one healthy endpoint, one worker'
    const measured = await inPairs(measure, options, side('floor'), side('service'))
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

async function drained(
  name: 'floor' | 'service',
  { arrived }: Receivers,
  { seconds, profile }: Options,
): Promise<Side> {
  const before = arrived.length
  const worker = name === 'floor' ? startFloorWorker('deliver') : startWorker({ profile })
  const measured = await workRate({
    workers: [worker],
    done: () => arrived.length - before,
    whole: WAITING,
    from: WARM_UP,
    seconds,
  })
  await end(worker)
  return measured
}

async function waitingFor({ endpointId }: Listener): Promise<number[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ id: number }>(
      "SELECT id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ? ORDER BY id",
      [endpointId],
    ),
  )
  return rows.map(({ id }) => id)
}

/** What arrived is recorded as delivered, each once; what waits still is taken away for the next. */
async function checkArrivals({ endpointId }: Listener, { arrived }: Receivers): Promise<void> {
  const row = await onConnection(async (sql) => {
    await sql.run("DELETE FROM webhook_deliveries WHERE endpoint_id = ? AND status = 'pending'", [endpointId])
    return sql.row<{ sent: number; attempts: number }>(
      `SELECT COUNT(*) AS sent, (SELECT COUNT(*) FROM webhook_attempts) AS attempts
       FROM webhook_deliveries WHERE endpoint_id = ? AND status = 'succeeded'`,
      [endpointId],
    )
  })
  const different = new Set(arrived.map(({ eventId }) => eventId)).size
  const counts = { arrived: arrived.length, different, sent: row!.sent, attempts: row!.attempts }
  if (new Set(Object.values(counts)).size > 1)
    throw new Error(`deliveries are lost or doubled: ${JSON.stringify(counts)}`)
}
