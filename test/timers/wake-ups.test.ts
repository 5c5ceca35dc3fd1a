import { expect } from 'chai'
import { laneOf } from '../../common/domain/jobs/catalog.ts'
import { DAY, HOUR, later, SECOND } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { realNow } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import {
  addMissingTurns,
  addTurns,
  deleteJobs,
  flushWakeUps,
  jobCounts,
  openQueue,
  TURN,
  WAKE_UP,
} from '../../common/runtime/queues.ts'
import { setTimer } from '../../common/services/timers/set.ts'
import { onConnection } from '../../db/sql.ts'
import { captureLog } from '../support/capture-log.ts'
import { onServers } from '../support/engines.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { until } from '../support/service.ts'
import { takeTimersOf } from '../support/turns.ts'

interface Job {
  name: string
  data: Record<string, unknown>
  dueAt: number
}

const queue = openQueue('lifecycle')

/** Returns the jobs of the queue `lifecycle` in Redis, with their due times. */
async function jobs(name: string): Promise<Job[]> {
  await flushWakeUps()
  const found = await queue.getJobs(['waiting', 'delayed'])
  return found
    .filter((job) => job.name === name)
    .map(({ data, timestamp, delay }) => ({ name, data, dueAt: timestamp + delay }))
}

async function open(shop: Merchant, expiresAt: Date, requestId: string): Promise<number> {
  const { body } = await shop
    .post('/checkouts', { ...tea(), expires_at: expiresAt.toISOString() })
    .set('X-Request-Id', requestId)
    .expect(201)
  return body.data.id
}

const set = (projectId: number, id: number, dueAt: Date) =>
  atomically((tx) => setTimer(tx, 'subscription.step', { id, projectId }, dueAt))

describe('the wake-ups of timers', () => {
  beforeEach(async () => {
    await flushWakeUps()
    await deleteJobs('lifecycle')
  })
  after(() => queue.close())

  it('share one job per lane for rows due in the same second of a later hour', async () => {
    const { projectId } = await givenMerchant()
    const second = new Date(Math.ceil(later(realNow(), HOUR).getTime() / SECOND) * SECOND)
    await set(projectId, 8, later(second, -700))
    await set(projectId, 16, second)
    await set(projectId, 17, later(second, -20))
    const found = await jobs(WAKE_UP)
    expect(found.map(({ data }) => [data.group, data.lane])).to.have.deep.members([
      [projectId, laneOf('lifecycle', 8)],
      [projectId, laneOf('lifecycle', 17)],
    ])
    for (const { dueAt } of found) expect(dueAt - second.getTime()).to.be.within(0, 50)
  })

  it('come within a tenth of a second for rows due within a minute, and never early', async () => {
    const { projectId } = await givenMerchant()
    const dueAt = later(realNow(), 59_123)
    await set(projectId, 71, dueAt)
    const [job, ...more] = await jobs(WAKE_UP)
    expect(more).to.deep.equal([])
    expect(job!.dueAt - dueAt.getTime()).to.be.within(1, 150)
  })

  it('are turns for rows that are due now: one per lane, for any number of rows', async () => {
    const { projectId } = await givenMerchant()
    for (const id of [8, 16, 24, 25]) {
      await set(projectId, id, realNow())
      await flushWakeUps()
    }
    const found = await jobs(TURN)
    expect(found.map(({ data }) => data)).to.have.deep.members([
      { group: projectId, lane: laneOf('lifecycle', 8) },
      { group: projectId, lane: laneOf('lifecycle', 25) },
    ])
  })

  it('are not sent for rows due beyond the horizon', async () => {
    const { projectId } = await givenMerchant()
    await set(projectId, 72, later(realNow(), config().queueHorizonHours * HOUR + DAY))
    expect(await jobs(WAKE_UP)).to.deep.equal([])
  })

  it('keep the request that set each timer, though the timers share a job', async () => {
    const shop = await givenMerchant()
    const at = later(realNow(), HOUR)
    const ids = [await open(shop, at, 'bat'), await open(shop, at, 'bold')]
    await onConnection((sql) =>
      sql.run('UPDATE checkouts SET expires_at = UTC_TIMESTAMP(6) WHERE id IN (?)', [ids]),
    )
    const lines = await captureLog('info', () => takeTimersOf('checkout.expire', ids))
    expect(lines.map(({ msg, checkout_id: id, request_id: request }) => [msg, id, request])).to.deep.equal([
      ['checkout.expired', ids[0], 'bat'],
      ['checkout.expired', ids[1], 'bold'],
    ])
    const events = await onConnection((sql) =>
      sql.rows(
        'SELECT object_id AS id, request_id AS request FROM events WHERE object_id IN (?) ORDER BY object_id',
        [ids],
      ),
    )
    expect(events).to.deep.equal([
      { id: ids[0], request: 'bat' },
      { id: ids[1], request: 'bold' },
    ])
  })
})

describe('turns in Redis', () => {
  const turn = { queue: 'lifecycle' as const, group: 1, lane: 0 }

  beforeEach(() => deleteJobs('lifecycle'))

  it('are in the order in which their groups were first added', async () => {
    for (const group of [3, 1, 3, 2, 3, 1]) await addTurns([{ ...turn, group }])
    const found = await queue.getJobs(['waiting'], 0, -1, true)
    expect(found.map(({ data }) => (data as { group: number }).group)).to.deep.equal([3, 1, 2])
  })
  it('are accepted by Redis, even 8,000 at once', async () => {
    const many = Array.from({ length: 8_000 }, (_, group) => ({ ...turn, group }))
    await until(() => addMissingTurns(many)) // on a busy machine a call may take too long; the next one adds the rest
    expect(await queue.getWaitingCount()).to.equal(8_000)
    expect(await addMissingTurns(many)).to.equal(true)
  })

  it('are sent by a scanner only if they do not wait already', async () => {
    const many = Array.from({ length: 300 }, (_, group) => ({ ...turn, group }))
    await addTurns(many.slice(0, 200))
    const { sent } = jobCounts()
    const before = sent
    expect(await addMissingTurns(many)).to.equal(true)
    expect(jobCounts().sent - before).to.equal(100)
    expect(await addMissingTurns(many)).to.equal(true)
    expect(jobCounts().sent - before).to.equal(100)
    expect(await queue.getWaitingCount()).to.equal(300)
  })

  const limitMemory = (bytes: string) =>
    onServers(process.env.REDIS_URL ?? '', (server) => server.config('SET', 'maxmemory', bytes))

  it('are reported as rejected when Redis refuses writes, even if they are already there', async () => {
    const other = { ...turn, group: 2 }
    await addTurns([turn])
    await limitMemory('1')
    try {
      expect(await addTurns([other])).to.equal(false)
      expect(await addMissingTurns([turn])).to.equal(false)
    } finally {
      await limitMemory('0')
    }
    expect(await addMissingTurns([turn])).to.equal(true)
  })
})
