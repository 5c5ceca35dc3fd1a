import { Queue } from 'bullmq'
import { expect } from 'chai'
import type { NewJob } from '../../common/jobs/catalog.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { realNow, setClock } from '../../common/runtime/clock.ts'
import { log } from '../../common/runtime/log.ts'
import { flushJobs, producer, QUEUE_PREFIX, type SendJobs } from '../../common/runtime/queues.ts'
import { wakeDueTimers } from '../../common/timers/due.ts'
import { setTimer } from '../../common/timers/set.ts'
import { onConnection } from '../../db/sql.ts'
import { handlers } from '../../worker/handlers.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

interface Job {
  name: string
  data: Record<string, unknown>
  dueAt: number
}

/** The jobs that lie in Redis, with when they are due. */
async function jobs(): Promise<Job[]> {
  await flushJobs()
  const queue = new Queue('lifecycle', {
    connection: producer(),
    prefix: QUEUE_PREFIX,
    skipVersionCheck: true,
  })
  const found = await queue.getJobs(['waiting', 'delayed'])
  return found.map(({ name, data, timestamp, delay }) => ({ name, data, dueAt: timestamp + delay }))
}

const named = async (name: string) => (await jobs()).filter((job) => job.name === name)

async function open(shop: Merchant, expiresAt: Date, requestId: string): Promise<number> {
  const { body } = await shop
    .post('/checkouts', { ...tea(), expires_at: expiresAt.toISOString() })
    .set('X-Request-Id', requestId)
    .expect(201)
  return body.data.id
}

const armedUntil = async (subjectId: number) => {
  const row = await onConnection((sql) =>
    sql.row<{ armed_until: Date | null }>('SELECT armed_until FROM timers WHERE subject_id = ?', [subjectId]),
  )
  return row!.armed_until
}

/** A whole second, a few hours ahead, which no other test has. */
let hours = 1
function nextSecond(): Date {
  hours += 1
  return new Date(Math.ceil(later(realNow(), hours * HOUR).getTime() / SECOND) * SECOND)
}

/** What the log says while `work` runs. */
async function logged(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const { info, level } = log()
  log().level = 'info'
  log().info = (fields: unknown, msg?: string) => lines.push({ ...(fields as object), msg })
  try {
    await work()
  } finally {
    log().info = info
    log().level = level
  }
  return lines
}

describe('the wake-up of a timer', () => {
  it('is one job for all that is due in the same second of some later time', async () => {
    const shop = await givenMerchant()
    const second = nextSecond()
    const ids = [
      await open(shop, later(second, -700), 'first'),
      await open(shop, later(second, -20), 'second'),
      await open(shop, second, 'third'),
    ]
    const wakes = (await named('timers.wake')).filter(({ dueAt }) => dueAt === second.getTime())
    expect(wakes.map(({ data }) => data)).to.deep.equal([{ second: second.getTime() / SECOND }])
    expect(await named('checkout.expire')).to.deep.equal([])
    for (const id of ids) expect(await armedUntil(id)).to.deep.equal(second)
  })

  it('wakes what is due in that second, all of one shop together, and the log says whose request each was', async () => {
    const shop = await givenMerchant()
    const second = nextSecond()
    const ids = [await open(shop, later(second, -500), 'bat'), await open(shop, second, 'bold')]
    const later1 = await open(shop, later(second, SECOND), 'later')
    setClock(() => second)
    await handlers['timers.wake']({ second: second.getTime() / SECOND })
    const company = (await named('checkout.expire_many')).map(({ data }) => data.subjectIds)
    expect(company.filter((some) => (some as number[]).includes(ids[0]!))).to.deep.equal([ids])
    expect((await armedUntil(ids[0]!))!.getTime()).to.be.greaterThan(second.getTime())
    const lines = await logged(() => handlers['checkout.expire_many']({ subjectIds: ids }))
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
    expect(await armedUntil(later1), 'has a second of its own').to.deep.equal(later(second, SECOND))
  })

  it('is a job of its own, to the millisecond, within a minute', async () => {
    const { projectId } = await givenMerchant()
    const dueAt = later(realNow(), 59_123)
    await atomically((tx) => setTimer(tx, 'subscription.step', { id: 71, projectId }, dueAt))
    expect(await named('subscription.step')).to.deep.equal([
      { name: 'subscription.step', data: { subjectId: 71 }, dueAt: dueAt.getTime() },
    ])
    expect((await armedUntil(71))!.getTime()).to.be.greaterThan(dueAt.getTime())
  })

  it('comes from the scanner a minute before, for what lay beyond the horizon or whose job is lost', async () => {
    const { projectId } = await givenMerchant()
    const far = later(realNow(), 100 * DAY)
    await atomically((tx) => setTimer(tx, 'subscription.step', { id: 72, projectId }, far))
    expect(await armedUntil(72)).to.equal(null)
    const wokenAt = async (time: Date) => {
      const woken: NewJob[] = []
      const send = (jobs: readonly NewJob[]) => Promise.resolve(woken.push(...jobs) > 0)
      await onConnection((sql) => wakeDueTimers(sql, time, send))
      return woken.map(({ subject }) => subject).filter((subject) => subject === 72 || subject === 73)
    }
    expect(await wokenAt(later(far, -2 * MINUTE))).to.deep.equal([])
    expect(await wokenAt(later(far, -30 * SECOND))).to.deep.equal([72])

    const second = nextSecond()
    await atomically((tx) => setTimer(tx, 'subscription.step', { id: 73, projectId }, later(second, -300)))
    expect(await wokenAt(later(second, -1)), 'its job comes at the second').to.deep.equal([])
    expect(await wokenAt(second)).to.deep.equal([73])
  })

  it('is for the next look where Redis did not take it, or the worker was killed before it was armed', async () => {
    const { projectId } = await givenMerchant()
    const dueAt = later(realNow(), -SECOND)
    await atomically((tx) => setTimer(tx, 'subscription.step', { id: 74, projectId }, later(dueAt, DAY)))
    await onConnection((sql) =>
      sql.run('UPDATE timers SET due_at = ?, armed_until = NULL WHERE subject_id = 74', [dueAt]),
    )
    const look = (send: SendJobs) => onConnection((sql) => wakeDueTimers(sql, realNow(), send))
    expect(await look(() => Promise.resolve(false))).to.equal(0)
    expect(await armedUntil(74)).to.equal(null)
    expect(await look(() => Promise.resolve(true))).to.be.greaterThan(0)
    expect((await armedUntil(74))!.getTime()).to.be.greaterThan(realNow().getTime() + MINUTE)
  })

  it('leaves alone what was done and set anew before it was armed', async () => {
    const { projectId } = await givenMerchant()
    const next = nextSecond()
    const set = (dueAt: Date) =>
      atomically((tx) => setTimer(tx, 'subscription.step', { id: 75, projectId }, dueAt))
    await set(later(realNow(), DAY))
    await onConnection((sql) =>
      sql.run('UPDATE timers SET due_at = NOW(6), armed_until = NULL WHERE subject_id = 75'),
    )
    await onConnection((sql) =>
      wakeDueTimers(sql, later(realNow(), SECOND), async () => {
        await set(next)
        return true
      }),
    )
    expect(await armedUntil(75)).to.deep.equal(next)
  })
})
