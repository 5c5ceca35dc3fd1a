import { expect } from 'chai'
import { stepSubscription } from '../../common/services/operations/timer-steps.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { atomically } from '../../worker/atomically.ts'
import { at, givenJune } from '../support/given/club.ts'
import { outlineOf, roundTripsOf } from '../support/statements.ts'

describe('the end of a period', () => {
  it('takes these ten round trips, since thousands of periods can end at once', async () => {
    const club = await givenJune()
    const one = await club.buy('basic')
    const two = await (await club.another()).buy('basic')
    const project = (await cachedProject(club.shop.projectId))!
    at('2026-07-01T23:59:59Z')
    const step = (id: number) => atomically((tx) => stepSubscription(tx, project, id))
    await step(one.id)
    expect((await roundTripsOf(() => step(two.id))).map(outlineOf)).to.deep.equal([
      ['BEGIN', 'SELECT subscriptions'], // its customer, who must be locked first
      ['SELECT customers'],
      ['SELECT subscriptions'],
      ['SELECT checkouts'], // the data for the next step
      ['UPDATE subscriptions', 'DELETE holds', 'SELECT checkouts'], // plan changes whose credit ends with it
      ['SELECT subscriptions'], // the object of the event
      ['INSERT events', 'SELECT events'], // and its endpoints
      ['SELECT customers'], // the language of the email
      ['INSERT emails', 'DELETE timers', 'INSERT audit_log', 'COMMIT'],
    ])
  })
})
