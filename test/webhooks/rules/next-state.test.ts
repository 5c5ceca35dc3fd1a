import { expect } from 'chai'
import {
  healthAfter,
  HEALTHY,
  inFlightAtMost,
  reasonToDisable,
} from '../../../common/domain/webhooks/health.ts'
import { type DeliveryState, nextState, type Outcome } from '../../../common/domain/webhooks/settle.ts'

const now = new Date('2026-06-01T12:00:00Z')
const due = new Date('2026-06-01T14:00:00Z')
const answered = (statusCode: number | null, retryAfter: number | null = null): Outcome => ({
  statusCode,
  retryAfter,
})

describe('where a delivery stands after an attempt', () => {
  const fresh: DeliveryState = { status: 'pending', tries: 0, dueAt: now, repeats: 0, resent: null }
  const last: DeliveryState = { ...fresh, tries: 9 }
  const byHand = (status: DeliveryState['status'], dueAt: Date | null): DeliveryState => ({
    ...{ status: 'pending', tries: 3, dueAt: now, repeats: 0 },
    resent: { status, dueAt },
  })
  const in5s = new Date('2026-06-01T12:00:05Z')
  const in60s = new Date('2026-06-01T12:01:00Z')
  const cases: [before: DeliveryState, outcome: Outcome, after: Partial<DeliveryState>, because: string][] = [
    [fresh, answered(200), { status: 'succeeded', tries: 1, dueAt: null }, '200 is a success'],
    [fresh, answered(299), { status: 'succeeded', tries: 1 }, 'so is every 2xx'],
    [fresh, answered(302), { status: 'pending', tries: 1, dueAt: in5s }, 'a redirect is not followed'],
    [fresh, answered(null), { status: 'pending', tries: 1, dueAt: in5s }, 'no answer came'],
    [fresh, answered(429, 60_000), { dueAt: in60s }, 'it asked for a minute'],
    [fresh, answered(503, 60_000), { dueAt: in60s }, 'it asked for a minute'],
    [fresh, answered(500, 60_000), { dueAt: in5s }, 'only 429 and 503 may ask'],
    [last, answered(500), { status: 'failed', tries: 10, dueAt: null }, 'it was the last attempt'],
    [fresh, answered(410), { status: 'failed', tries: 1, dueAt: null }, 'nothing more is wanted'],
    [byHand('failed', null), answered(200), { status: 'succeeded', tries: 3 }, 'sent again, it arrived'],
    [
      byHand('failed', null),
      answered(500),
      { status: 'failed', tries: 3, dueAt: null },
      'as it stood before',
    ],
    [byHand('succeeded', null), answered(null), { status: 'succeeded', tries: 3 }, 'as it stood before'],
    [byHand('pending', due), answered(500), { status: 'pending', tries: 3, dueAt: due }, 'no step is used'],
  ]
  for (const [before, outcome, after, because] of cases) {
    const from = before.resent ? `${before.resent.status} and sent again` : `${before.tries} tries`
    it(`is ${JSON.stringify(after)} from ${from} by ${String(outcome.statusCode)}: ${because}`, () => {
      const standing = nextState(before, outcome, now, 0.5)
      expect(standing).to.deep.include(after)
      expect(standing.resent).to.equal(null)
    })
  }
})

describe('a delivery that is to be repeated', () => {
  const fresh: DeliveryState = { status: 'pending', tries: 0, dueAt: now, repeats: 1, resent: null }
  const soon = new Date('2026-06-01T12:00:00.100Z')

  it('is due again once it has arrived, beside its schedule', () => {
    const arrived = nextState(fresh, answered(200), now, 0.5)
    expect(arrived).to.deep.equal({
      ...{ status: 'pending', tries: 1, dueAt: soon, repeats: 0 },
      resent: { status: 'succeeded', dueAt: null },
    })
    for (const code of [200, 500])
      expect(nextState(arrived, answered(code), soon, 0.5)).to.deep.equal({
        ...{ status: 'succeeded', tries: 1, dueAt: null, repeats: 0, resent: null },
      })
  })

  it('waits for its first arrival', () => {
    const failed = nextState(fresh, answered(500), now, 0.5)
    expect(failed).to.deep.include({ status: 'pending', tries: 1, repeats: 1, resent: null })
  })
})

describe('how an endpoint is doing', () => {
  it('is left alone for 30 seconds from the fifth failure in a row, and then asked one at a time', () => {
    let health = HEALTHY
    for (const failures of [1, 2, 3, 4]) {
      health = healthAfter(health, answered(500), now)
      expect(health).to.deep.equal({ failures, failingSince: now, heldUntil: null })
      expect(inFlightAtMost(failures)).to.equal(4)
    }
    health = healthAfter(health, answered(null), now)
    expect(health).to.deep.include({ failures: 5, heldUntil: new Date('2026-06-01T12:00:30Z') })
    expect(inFlightAtMost(5)).to.equal(1)
  })

  it('is well again after one success', () => {
    const ill = { failures: 7, failingSince: now, heldUntil: now }
    expect(healthAfter(ill, answered(204), now)).to.deep.equal(HEALTHY)
  })

  it('is given up by 410, and by 5 days without a success', () => {
    const since = (time: string) => ({ failures: 9, failingSince: new Date(time), heldUntil: null })
    expect(reasonToDisable(HEALTHY, answered(410), now)).to.equal('gone')
    expect(reasonToDisable(since('2026-05-27T12:00:00Z'), answered(500), now)).to.equal('failing')
    expect(reasonToDisable(since('2026-05-27T12:00:01Z'), answered(500), now)).to.equal(null)
    expect(reasonToDisable(HEALTHY, answered(200), now)).to.equal(null)
  })
})
