import { setTimeout as pause } from 'node:timers/promises'
import { closeQueues } from '../../common/runtime/queues.ts'
import { openFloorQueue } from '../floors/queue.ts'
import type { Options } from '../options.ts'
import { percentile, type Row, type Side } from '../result.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { createListener, type RecordedEvent, recordOne, recordWithoutWakeUp } from '../run/events.ts'
import { startMeter } from '../run/meter.ts'
import { measurePairs } from '../run/pairs.ts'
import { type Receivers, startReceivers } from '../run/receivers.ts'
import type { Part } from './types.ts'

const EVENTS = 200
const WARM_UP = 30
/** Milliseconds between an arrival and the next event. */
const PAUSE = 20
const SETTLE = 3_000
const GIVE_UP_AFTER = 30_000

export const latency: Part = {
  about: 'from the commit of an event to its arrival, one event at a time',
  async run(options) {
    const receivers = await startReceivers()
    const listener = await createListener(receivers.url('good', 1))
    const queue = openFloorQueue()
    const recordAndAdd = async () => {
      const event = await recordWithoutWakeUp(listener)
      await queue.add([event.deliveryId])
      return event
    }
    const sides: Side[] = []
    const measure = (name: 'floor' | 'service') => async () => {
      await queue.clear()
      const side = await oneByOne(
        name,
        options,
        receivers,
        name === 'floor' ? recordAndAdd : () => recordOne(listener),
      )
      sides.push(side)
      return side
    }
    const measured = await measurePairs(
      'commit → webhook received, idle, p50',
      options,
      measure('floor'),
      measure('service'),
    )
    await queue.close()
    await closeQueues()
    receivers.stop()
    const row = (percent: 'p50' | 'p99', bar: number, goal: number): Row => ({
      ...{ measure: `commit → webhook received, idle, ${percent}`, bar, goal, unit: 'ms', better: 'lower' },
      ...measured,
      pairs: measured.pairs.map(({ floor, service }) => ({
        floor: { ...floor, value: floor[percent]! },
        service: { ...service, value: service[percent]! },
        ratio: service[percent]! / floor[percent]!,
      })),
    })
    return { rows: [row('p50', 10, 6), row('p99', 18, 12)] }
  },
}

async function oneByOne(
  name: 'floor' | 'service',
  { profile }: Options,
  receivers: Receivers,
  next: () => Promise<RecordedEvent>,
): Promise<Side> {
  const worker = name === 'floor' ? startFloorWorker('deliver') : startWorker({ profile })
  await pause(SETTLE)
  for (let count = 0; count < WARM_UP; count += 1) await arrival(receivers, next)
  const stop = startMeter({})
  const took: number[] = []
  for (let count = 0; count < EVENTS; count += 1) {
    await pause(PAUSE)
    took.push(await arrival(receivers, next))
  }
  const { coresOfOthers } = stop()
  await end(worker)
  const rounded = (percent: number) => Number(percentile(took, percent).toFixed(1))
  return {
    ...{ value: rounded(50), p50: rounded(50), p99: rounded(99) },
    coresOfOthers: Number(coresOfOthers.toFixed(2)),
  }
}

/** Records one event, waits for its delivery, and returns how long that took in milliseconds. */
async function arrival({ next }: Receivers, record: () => Promise<RecordedEvent>): Promise<number> {
  const arriving = next()
  const { at } = await record()
  const arrived = await Promise.race([arriving, pause(GIVE_UP_AFTER, null, { ref: false })])
  if (arrived === null) throw new Error(`An event has not arrived after ${GIVE_UP_AFTER / 1_000} s.`)
  return Math.max(0, arrived.at - at)
}
