import { expect } from 'chai'
import { laneOf, type NewJobKind } from '../../common/domain/jobs/catalog.ts'
import { DAY, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { lease } from '../../common/runtime/lease.ts'
import { findDueTimers, findTimer } from '../../common/services/timers/find.ts'
import { recordFailure } from '../../common/services/timers/record-failure.ts'
import { setTimer } from '../../common/services/timers/set.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { takeTimerOf } from '../support/turns.ts'

interface Row {
  due_at: Date
  due_since: Date | null
  tries: number
  error: string | null
}

async function timerOf(kind: NewJobKind, subjectId: number): Promise<Row> {
  const row = await onConnection((sql) =>
    sql.row<Row>('SELECT due_at, due_since, tries, error FROM timers WHERE kind = ? AND subject_id = ?', [
      kind,
      subjectId,
    ]),
  )
  return row!
}

let missingId = 900_000

/** Creates a timer of a missing checkout, which fails each time. */
async function givenFailingTimer(testClockId: number | null = null, dueAt = later(new Date(), -MINUTE)) {
  const { projectId } = await givenMerchant()
  const id = (missingId += 1)
  await atomically((tx) => setTimer(tx, 'checkout.expire', { id, projectId, testClockId }, dueAt))
  return { id, projectId, dueAt }
}

async function takeAndFail(kind: 'checkout.expire' | 'clock.advance', subjectId: number): Promise<void> {
  const { tries } = await timerOf(kind, subjectId)
  await takeTimerOf(kind, subjectId)
  expect(await timerOf(kind, subjectId)).to.include({
    tries: tries + 1,
    error: 'There is no such checkout.',
  })
}

/** Makes a postponed timer due a second ago, since this process knows the database's time only to a millisecond. */
async function makeDue(kind: NewJobKind, subjectId: number): Promise<void> {
  await onConnection((sql) =>
    sql.run(
      'UPDATE timers SET due_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE kind = ? AND subject_id = ?',
      [kind, subjectId],
    ),
  )
}

async function clear(kind: NewJobKind, subjectId: number): Promise<void> {
  await onConnection((sql) =>
    sql.run('DELETE FROM timers WHERE kind = ? AND subject_id = ?', [kind, subjectId]),
  )
}

describe('a timer whose step fails', () => {
  it('is postponed, and keeps its first due time, its tries and its error', async () => {
    const { id, dueAt } = await givenFailingTimer()
    await takeAndFail('checkout.expire', id)
    expect((await timerOf('checkout.expire', id)).due_at).to.be.greaterThan(new Date())
    await makeDue('checkout.expire', id)
    await takeAndFail('checkout.expire', id)
    const { tries, due_since: since } = await timerOf('checkout.expire', id)
    expect(tries).to.equal(2)
    expect(since).to.deep.equal(dueAt)
    await clear('checkout.expire', id)
  })

  it('is not taken before it is due again', async () => {
    const { id, projectId } = await givenFailingTimer()
    await takeAndFail('checkout.expire', id)
    const turn = { queue: 'lifecycle' as const, group: projectId, lane: laneOf('lifecycle', id) }
    const due = (at: Date) => onConnection((sql) => findDueTimers(sql, turn, at, 10))
    expect(await due(new Date())).to.deep.equal([])
    const [timer] = await due(later(new Date(), MINUTE))
    expect(timer).to.include({ subjectId: id, tries: 1 })
    await clear('checkout.expire', id)
  })

  it('is postponed for longer each time, but never for longer than a lease', async () => {
    const { id } = await givenFailingTimer()
    const waits: number[] = []
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
      const now = Date.now()
      await takeAndFail('checkout.expire', id)
      waits.push((await timerOf('checkout.expire', id)).due_at.getTime() - now)
      await makeDue('checkout.expire', id)
    }
    expect(waits[0]).to.be.within(lease / 16 / 2, lease / 16 + SECOND)
    expect(waits[2]).to.be.within(lease / 4 / 2, lease / 4 + SECOND)
    expect(Math.max(...waits)).to.be.within(lease / 2, lease + SECOND)
    await clear('checkout.expire', id)
  })

  it('loses its tries and its error when it is set again', async () => {
    const { id, projectId } = await givenFailingTimer()
    await takeAndFail('checkout.expire', id)
    await atomically((tx) => setTimer(tx, 'checkout.expire', { id, projectId }, later(new Date(), DAY)))
    expect(await timerOf('checkout.expire', id)).to.include({ tries: 0, error: null, due_since: null })
    await clear('checkout.expire', id)
  })

  it('ignores a failure that started before it was set again', async () => {
    const { id, projectId } = await givenFailingTimer()
    const taken = await onConnection((sql) => findTimer(sql, 'checkout.expire', id))
    await atomically((tx) => setTimer(tx, 'checkout.expire', { id, projectId }, later(new Date(), DAY)))
    await atomically((tx) => recordFailure(tx, taken!, 'too late'))
    expect(await timerOf('checkout.expire', id)).to.include({ tries: 0, error: null })
    await clear('checkout.expire', id)
  })

  it('stops its test clock, whose timer keeps its first due time and the error', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, '2026-01-01T00:00:00Z')
    const id = (missingId += 1)
    const subject = { id, projectId: shop.projectId, testClockId: clock.id }
    await atomically((tx) => setTimer(tx, 'checkout.expire', subject, new Date('2026-01-05T00:00:00Z')))
    await clock.send('2026-02-01T00:00:00Z')
    const { due_at: firstDue } = await timerOf('clock.advance', clock.id)
    for (const tries of [1, 2]) {
      await takeAndFail('clock.advance', clock.id)
      const row = await timerOf('clock.advance', clock.id)
      expect(row.tries).to.equal(tries)
      expect(row.due_since).to.deep.equal(firstDue)
    }
    await clear('checkout.expire', id)
    await clock.walk()
    expect((await clock.get()).status).to.equal('ready')
  })
})
