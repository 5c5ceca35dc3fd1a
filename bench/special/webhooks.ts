import { setTimeout as pause } from 'node:timers/promises'
import { closeQueues } from '../../common/runtime/queues.ts'
import { closeDatabase } from '../../db/connection.ts'
import { machine } from '../report/machine.ts'
import { percentile } from '../result.ts'
import { end, endChildren, startWorker } from '../run/children.ts'
import {
  addBacklog,
  createListener,
  deleteListener,
  expectedBodies,
  type Listener,
  recordOne,
} from '../run/events.ts'
import { memoryOf } from '../run/meter.ts'
import { hostile, type Receivers, startReceivers } from '../run/receivers.ts'

/**
 * Measures how hostile receivers and killed workers delay healthy endpoints. Times are from the commit of an event to its
 * 2xx, in milliseconds. `npm run bench -- webhooks` runs it in about five minutes. Append `crowd`, `backlog` or `kill` to
 * run only that part.
 */
const SETTLE = 3_000
const GIVE_UP_AFTER = 180_000

/** Records events for `listeners` in turn, `perSecond` for `seconds`. Returns the time of each commit by event id. */
async function recordFor(
  listeners: readonly Listener[],
  perSecond: number,
  seconds: number,
  each?: () => void,
) {
  const committedAt = new Map<number, number>()
  const startedAt = Date.now()
  const running: Promise<void>[] = []
  for (let count = 0; count < perSecond * seconds; count += 1) {
    await pause(Math.max(0, startedAt + (count * 1_000) / perSecond - Date.now()))
    running.push(
      recordOne(listeners[count % listeners.length]!).then(({ eventId, at }) => {
        committedAt.set(eventId, at)
      }),
    )
    if (count % perSecond === 0) each?.()
  }
  await Promise.all(running)
  return committedAt
}

/** Waits until all events have arrived, and returns the time from commit to arrival of each. */
async function arrivals({ arrived }: Receivers, committedAt: Map<number, number>): Promise<number[]> {
  const first = new Map<number, number>()
  let seen = 0
  for (const end = Date.now() + GIVE_UP_AFTER; ; await pause(50)) {
    for (; seen < arrived.length; seen += 1) {
      const { eventId, at } = arrived[seen]!
      if (!first.has(eventId)) first.set(eventId, at)
    }
    if (Array.from(committedAt.keys()).every((id) => first.has(id))) break
    if (Date.now() > end) throw new Error('Some events have not arrived after three minutes.')
  }
  return Array.from(committedAt, ([id, at]) => Math.max(0, first.get(id)! - at))
}

const times = (list: number[]) =>
  `p50 ${percentile(list, 50)}, p95 ${percentile(list, 95)}, p99 ${percentile(list, 99)}, longest ${percentile(list, 100)}`

async function hostileCrowd(receivers: Receivers): Promise<void> {
  const kinds = Object.keys(hostile)
  const bad: Listener[] = []
  const good: Listener[] = []
  for (let number = 0; number < 100; number += 1) {
    if (number < 30) bad.push(await createListener(receivers.url(kinds[number % kinds.length]!, number)))
    else good.push(await createListener(receivers.url('good', number)))
  }
  const worker = startWorker()
  await pause(SETTLE)
  const [alone, among, memory]: [number[], number[], number[]] = [[], [], []]
  // Alternately, so that other load on the machine affects both.
  for (let turn = 0; turn < 3; turn += 1) {
    alone.push(...(await arrivals(receivers, await recordFor(good, 35, 15))))
    const crowd = recordFor(bad, 15, 30, () => memory.push(memoryOf(worker.pid)))
    among.push(...(await arrivals(receivers, await recordFor(good, 35, 30))))
    await crowd
  }
  await end(worker, 'SIGTERM')
  console.log(`70 healthy endpoints alone: ${times(alone)}`)
  console.log(`the same with 30 hostile ones: ${times(among)}`)
  const everyTen = memory.filter((_, second) => second % 10 === 0)
  console.log(`memory of the worker, MiB every 10 s: ${everyTen.join(' ')}`)
}

async function longBacklog(receivers: Receivers): Promise<void> {
  const healthy = await createListener(receivers.url('good', 200))
  const worker = startWorker()
  await pause(SETTLE)
  const [alone, withBacklog]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 3; turn += 1) {
    alone.push(...(await arrivals(receivers, await recordFor([healthy], 10, 10))))
    const hanging = await createListener(receivers.url('hang', 201))
    await addBacklog(hanging, 10_000)
    withBacklog.push(...(await arrivals(receivers, await recordFor([healthy], 10, 10))))
    await deleteListener(hanging)
  }
  await end(worker, 'SIGTERM')
  console.log(`one healthy endpoint: ${times(alone)}`)
  console.log(`the same with one that hangs and has 10 000 waiting deliveries: ${times(withBacklog)}`)
}

async function killings(receivers: Receivers): Promise<void> {
  const listeners = await Promise.all(
    Array.from({ length: 20 }, (_, number) => createListener(receivers.url('good', 300 + number))),
  )
  const workers = [startWorker(), startWorker()]
  let kills = 0
  const killing = setInterval(() => {
    kills += 1
    const victim = workers.shift()!
    workers.push(startWorker())
    void end(victim, 'SIGKILL')
  }, 3_000)
  const before = receivers.arrived.length
  const committedAt = await recordFor(listeners, 100, 20)
  const took = await arrivals(receivers, committedAt)
  clearInterval(killing)
  await Promise.all(workers.map((worker) => end(worker, 'SIGTERM')))
  const got = receivers.arrived.slice(before)
  const expected = await expectedBodies([...committedAt.keys()])
  const wrong = got.filter(({ eventId, body }) => expected.get(eventId) !== body).length
  console.log(
    `${committedAt.size} events, ${kills} workers killed: all arrived, ${got.length - committedAt.size} twice, ${wrong} with other bytes; ${times(took)}`,
  )
  if (wrong > 0) process.exitCode = 1
}

console.log(JSON.stringify(machine()))
const receivers = await startReceivers()
const scenarios = { crowd: hostileCrowd, backlog: longBacklog, kill: killings }
try {
  const only = process.argv[2]
  for (const [name, run] of Object.entries(scenarios))
    if (only === undefined || only === name) await run(receivers)
} finally {
  await endChildren()
  receivers.stop()
  await closeQueues()
  await closeDatabase()
}
