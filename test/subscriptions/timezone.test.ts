import { expect } from 'chai'
import type { Response } from 'supertest'
import type { SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { lockCustomer } from '../../common/services/customers/lock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { type Club, givenJune, refusal } from '../support/given/club.ts'
import { separately } from '../support/separately.ts'
import { until } from '../support/service.ts'

/** Waits until a connection waits for this lock. */
async function waitForLock(lock: string): Promise<void> {
  const text =
    "SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND db = DATABASE() AND command = 'Query' AND info LIKE ?"
  await separately(() =>
    until(async () => Boolean(await onConnection((sql) => sql.row(text, [`SELECT%${lock}`])))),
  )
}

const CUSTOMER = 'FROM customers%FOR UPDATE'
const PROJECT = 'FROM %projects%FOR UPDATE'
const SHARED_PROJECT = 'FROM projects%LOCK IN SHARE MODE'

/** Runs `action` while a change of the time zone is not yet committed. */
function whileZoneChanges<Result>(club: Club, action: () => Promise<Result>): Promise<Result> {
  let result: Promise<Result>
  return atomically(async (tx) => {
    await tx.sql.run("UPDATE projects SET timezone = 'Asia/Ulaanbaatar' WHERE id = ?", [club.shop.projectId])
    result = separately(action)
    await waitForLock(SHARED_PROJECT)
  }).then(() => result)
}

describe('the time zone of a project at its first subscription', () => {
  it('does not change while a trial is being started', async () => {
    const club = await givenJune()
    const scope = { project: (await cachedProject(club.shop.projectId))!, isTest: true }
    let trial: Promise<SubscriptionObject>
    let change: Promise<Response>
    await atomically(async (tx) => {
      await lockCustomer(tx, scope, club.customerId) // so that the trial stops halfway
      trial = separately(() => club.trial('basic', 5))
      await waitForLock(CUSTOMER)
      change = separately(() =>
        club.shop.patch('', { timezone: 'Asia/Ulaanbaatar' }).then((answer) => answer),
      )
      await waitForLock(PROJECT)
    })
    expect((await trial!).current_period_end).to.equal('2026-06-06T23:59:59.000000Z')
    expect(refusal(await change!)).to.equal('422 validation_failed timezone')
  })

  it('is the new zone for a trial that started during the change', async () => {
    const club = await givenJune()
    const { current_period_end: end } = await whileZoneChanges(club, () => club.trial('basic', 5))
    expect(end).to.equal('2026-06-06T15:59:59.000000Z')
  })

  it('is the new zone for a subscription that was paid during the change', async () => {
    const club = await givenJune()
    const { current_period_end: end } = await whileZoneChanges(club, () => club.buy('basic'))
    expect(end).to.equal('2026-07-01T15:59:59.000000Z')
  })

  it('is read without waitForLock for a lock once there is a subscription', async () => {
    const club = await givenJune()
    await club.trial('basic', 5)
    const second = await club.another()
    const end = await atomically(async (tx) => {
      await tx.sql.run('UPDATE projects SET updated_at = ? WHERE id = ?', [tx.now, club.shop.projectId])
      return (await second.trial('basic', 5)).current_period_end
    })
    expect(end).to.equal('2026-06-06T23:59:59.000000Z')
  })
})
