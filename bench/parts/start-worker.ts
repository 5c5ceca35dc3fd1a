import { closeQueues } from '../../common/runtime/queues.ts'
import { onConnection } from '../../db/sql.ts'
import { createShop, type Shop } from '../fill/shop.ts'
import { openFloorQueue } from '../floors/queue.ts'
import type { Options } from '../options.ts'
import type { Row, Side } from '../result.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { addBacklog, createListener, type Listener, recordOne, recordWithoutWakeUp } from '../run/events.ts'
import { memoryOf, startMeter } from '../run/meter.ts'
import { measurePairs } from '../run/pairs.ts'
import { type Receivers, startReceivers } from '../run/receivers.ts'
import { workRate } from '../run/work-rate.ts'
import { countExpired, fillDue, WAITING } from './expiries.ts'
import type { Part } from './types.ts'

/** More seconds than the waiting work takes. */
const ENOUGH = 60

interface Started {
  seconds: Side
  atReady: Side
  afterLoad: Side
}

export const startOfWorker: Part = {
  about:
    'from the start of a worker to its first delivery; its memory then, and after 20 000 deliveries and expiries',
  async run(options) {
    const shop = await createShop()
    const receivers = await startReceivers()
    const listener = await createListener(receivers.url('good', 1))
    const queue = openFloorQueue()
    const seen = new Map<Side, Started>()
    const measure = (start: (at: Setting) => Promise<Started>) => async () => {
      await queue.clear()
      const started = await start({ shop, receivers, listener, queue, options })
      seen.set(started.seconds, started)
      return started.seconds
    }
    const measureName = 'a worker: first delivery after start'
    const seconds = await measurePairs(measureName, options, measure(startFloor), measure(startService))
    await queue.close()
    receivers.stop()
    await closeQueues()
    const row = (key: keyof Started, bars: Pick<Row, 'measure' | 'unit' | 'bar' | 'goal'>): Row => ({
      ...{
        ...bars,
        better: 'lower',
        ...seconds,
        ...(key === 'afterLoad' && { note: 'floor: without load' }),
      },
      pairs: seconds.pairs.map((pair) => {
        const [floor, service] = [seen.get(pair.floor)![key], seen.get(pair.service)![key]]
        return { floor, service, ratio: service.value / floor.value }
      }),
    })
    return {
      rows: [
        row('seconds', { measure: measureName, unit: 's', bar: 1.2, goal: 0.8 }),
        row('atReady', { measure: 'a worker: memory at ready', unit: 'MiB', bar: 120, goal: 90 }),
        row('afterLoad', { measure: 'a worker: memory after load', unit: 'MiB', bar: 220, goal: 160 }),
      ],
    }
  },
}

interface Setting {
  shop: Shop
  receivers: Receivers
  listener: Listener
  queue: ReturnType<typeof openFloorQueue>
  options: Options
}

async function startFloor({ receivers, listener, queue }: Setting): Promise<Started> {
  const { deliveryId } = await recordWithoutWakeUp(listener)
  await queue.add([deliveryId])
  const { worker, ...started } = await firstDelivery(receivers, () => startFloorWorker('deliver'))
  await end(worker)
  return { ...started, afterLoad: started.atReady }
}

async function startService(setting: Setting): Promise<Started> {
  const { shop, receivers, listener, options } = setting
  await recordOne(listener)
  const { worker, ...started } = await firstDelivery(receivers, () => startWorker(options))
  const before = receivers.arrived.length
  await addBacklog(listener, WAITING)
  const watched = { workers: [worker], total: WAITING, from: 0, seconds: ENOUGH }
  await workRate({ ...watched, done: () => receivers.arrived.length - before })
  await fillDue(shop)
  await workRate({ ...watched, done: countExpired })
  const afterLoad = { value: memoryOf(worker.pid) }
  await end(worker)
  // fillDue has deleted all events, so no delivery may refer to an earlier one.
  await onConnection((sql) => sql.run('TRUNCATE webhook_deliveries'))
  return { ...started, afterLoad }
}

/** Starts a worker with a waiting delivery, and measures the time until that arrives. */
async function firstDelivery({ next }: Receivers, start: () => ReturnType<typeof startWorker>) {
  const stop = startMeter({})
  const startedAt = performance.now()
  const arriving = next()
  const worker = start()
  await arriving
  const took = (performance.now() - startedAt) / 1_000
  const { coresOfOthers } = stop()
  const seconds = { value: Number(took.toFixed(2)), coresOfOthers: Number(coresOfOthers.toFixed(2)) }
  return { worker, seconds, atReady: { value: memoryOf(worker.pid) } }
}
