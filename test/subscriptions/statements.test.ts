import { expect } from 'chai'
import { stepSubscription } from '../../common/services/operations/timer-steps.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { atomically } from '../../worker/atomically.ts'
import { at, givenJune } from '../support/given/club.ts'
import { outlineOf, roundTripsOf } from '../support/statements.ts'

describe('the end of a period', () => {
  it('costs so many round trips and no more: they are the price where thousands end at once', async () => {
    const club = await givenJune()
    const one = await club.buy('basic')
    const two = await (await club.another()).buy('basic')
    const project = (await cachedProject(club.shop.projectId))!
    at('2026-07-01T23:59:59Z')
    const step = (id: number) => atomically((tx) => stepSubscription(tx, project, id))
    await step(one.id)
    expect((await roundTripsOf(() => step(two.id))).map(outlineOf)).to.deep.equal([
      ['BEGIN', 'SELECT subscriptions'], // whose it is, for the order of locks
      ['SELECT customers'],
      ['SELECT subscriptions'],
      ['SELECT checkouts'], // everything that decides what is next
      ['UPDATE subscriptions', 'DELETE holds', 'SELECT checkouts'], // plan changes whose credit is over with it
      ['SELECT subscriptions'], // as the event tells it
      ['INSERT events', 'SELECT events'], // and who wants it
      ['SELECT customers'], // the language of the letter
      ['INSERT emails', 'DELETE timers', 'COMMIT'],
    ])
  })
})
