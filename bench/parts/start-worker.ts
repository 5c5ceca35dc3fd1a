import { closeQueues } from '../../common/runtime/queues.ts'
import { onConnection } from '../../db/sql.ts'
import { openShop, type Shop } from '../fill/shop.ts'
import { openFloorQueue } from '../floors/jobs.ts'
import type { Options } from '../options.ts'
import type { Row, Side } from '../result.ts'
import { workRate } from '../run/background.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { happen, happenUnsaid, type Listener, openEndpoint, pileUp } from '../run/happenings.ts'
import { memoryOf, startMeter } from '../run/meter.ts'
import { inPairs } from '../run/pairs.ts'
import { type Receivers, startReceivers } from '../run/receivers.ts'
import { doneOfDue, fillDue, WAITING } from './expiries.ts'
import type { Part } from './part.ts'

/** Seconds in which all that waits is done. */
const WHOLE = 60

interface Started {
  seconds: Side
  atReady: Side
  afterLoad: Side
}

export const startOfWorker: Part = {
  about: 'from the start of a worker to its first delivery, and its memory then and after 20 000 of each',
  async run(options) {
    const shop = await openShop()
    const receivers = await startReceivers()
    const listener = await openEndpoint(receivers.url('good', 1))
    const queue = openFloorQueue()
    const seen = new Map<Side, Started>()
    const measure = (start: (at: Setting) => Promise<Started>) => async () => {
      await queue.clear()
      const started = await start({ shop, receivers, listener, queue, options })
      seen.set(started.seconds, started)
      return started.seconds
    }
    const words = 'a worker: first delivery after start'
    const seconds = await inPairs(words, options, measure(startFloor), measure(startService))
    await queue.close()
    receivers.stop()
    await closeQueues()
    const row = (key: keyof Started, words: Pick<Row, 'measure' | 'unit' | 'bar' | 'goal'>): Row => ({
      ...{
        ...words,
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
        row('seconds', { measure: words, unit: 's', bar: 1.2, goal: 0.8 }),
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
  const { deliveryId } = await happenUnsaid(listener)
  await queue.add([deliveryId])
  const { worker, ...started } = await firstOf(receivers, () => startFloorWorker('deliver'))
  await end(worker)
  return { ...started, afterLoad: started.atReady }
}

async function startService(setting: Setting): Promise<Started> {
  const { shop, receivers, listener, options } = setting
  await happen(listener)
  const { worker, ...started } = await firstOf(receivers, () => startWorker(options))
  const before = receivers.arrived.length
  await pileUp(listener, WAITING)
  const watched = { workers: [worker], whole: WAITING, from: 0, seconds: WHOLE }
  await workRate({ ...watched, done: () => receivers.arrived.length - before })
  await fillDue(shop)
  await workRate({ ...watched, done: doneOfDue })
  const afterLoad = { value: memoryOf(worker.pid) }
  await end(worker)
  // Events begin anew with each shop of due checkouts: no delivery may know one of before.
  await onConnection((sql) => sql.run('TRUNCATE webhook_deliveries'))
  return { ...started, afterLoad }
}

/** Starts a worker for which a delivery waits. */
async function firstOf({ next }: Receivers, start: () => ReturnType<typeof startWorker>) {
  const stop = startMeter({})
  const began = performance.now()
  const arriving = next()
  const worker = start()
  await arriving
  const took = (performance.now() - began) / 1_000
  const { coresOfOthers } = stop()
  const seconds = { value: Number(took.toFixed(2)), coresOfOthers: Number(coresOfOthers.toFixed(2)) }
  return { worker, seconds, atReady: { value: memoryOf(worker.pid) } }
}
