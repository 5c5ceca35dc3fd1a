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
const response = (statusCode: number | null, retryAfter: number | null = null): Outcome => ({
  statusCode,
  retryAfter,
})

describe('the state of a delivery after an attempt', () => {
  const fresh: DeliveryState = { status: 'pending', tries: 0, dueAt: now, repeats: 0, resent: null }
  const last: DeliveryState = { ...fresh, tries: 9 }
  const byHand = (status: DeliveryState['status'], dueAt: Date | null): DeliveryState => ({
    ...{ status: 'pending', tries: 3, dueAt: now, repeats: 0 },
    resent: { status, dueAt },
  })
  const in5s = new Date('2026-06-01T12:00:05Z')
  const in60s = new Date('2026-06-01T12:01:00Z')
  const cases: [before: DeliveryState, outcome: Outcome, after: Partial<DeliveryState>, because: string][] = [
    [fresh, response(200), { status: 'succeeded', tries: 1, dueAt: null }, '200 is a success'],
    [fresh, response(299), { status: 'succeeded', tries: 1 }, 'every 2xx is a success'],
    [fresh, response(302), { status: 'pending', tries: 1, dueAt: in5s }, 'a redirect is not followed'],
    [fresh, response(null), { status: 'pending', tries: 1, dueAt: in5s }, 'there is no response'],
    [fresh, response(429, 60_000), { dueAt: in60s }, 'the receiver requests a minute'],
    [fresh, response(503, 60_000), { dueAt: in60s }, 'the receiver requests a minute'],
    [fresh, response(500, 60_000), { dueAt: in5s }, 'only 429 and 503 can request a delay'],
    [last, response(500), { status: 'failed', tries: 10, dueAt: null }, 'it was the last attempt'],
    [fresh, response(410), { status: 'failed', tries: 1, dueAt: null }, 'the receiver is gone'],
    [byHand('failed', null), response(200), { status: 'succeeded', tries: 3 }, 'the resend succeeds'],
    [byHand('failed', null), response(500), { status: 'failed', tries: 3, dueAt: null }, 'the former status'],
    [byHand('succeeded', null), response(null), { status: 'succeeded', tries: 3 }, 'the former status'],
    [byHand('pending', due), response(500), { status: 'pending', tries: 3, dueAt: due }, 'no step is used'],
  ]
  for (const [before, outcome, after, because] of cases) {
    const from = before.resent ? `${before.resent.status} and sent again` : `${before.tries} tries`
    it(`is ${JSON.stringify(after)} from ${from} by ${String(outcome.statusCode)}: ${because}`, () => {
      const state = nextState(before, outcome, now, 0.5)
      expect(state).to.deep.include(after)
      expect(state.resent).to.equal(null)
    })
  }
})

describe('a delivery with a repeat', () => {
  const fresh: DeliveryState = { status: 'pending', tries: 0, dueAt: now, repeats: 1, resent: null }
  const soon = new Date('2026-06-01T12:00:00.100Z')

  it('is due again after its success, apart from its schedule', () => {
    const succeeded = nextState(fresh, response(200), now, 0.5)
    expect(succeeded).to.deep.equal({
      ...{ status: 'pending', tries: 1, dueAt: soon, repeats: 0 },
      resent: { status: 'succeeded', dueAt: null },
    })
    for (const code of [200, 500])
      expect(nextState(succeeded, response(code), soon, 0.5)).to.deep.equal({
        ...{ status: 'succeeded', tries: 1, dueAt: null, repeats: 0, resent: null },
      })
  })

  it('waits for its first success', () => {
    const failed = nextState(fresh, response(500), now, 0.5)
    expect(failed).to.deep.include({ status: 'pending', tries: 1, repeats: 1, resent: null })
  })
})

describe('the health of an endpoint', () => {
  it('pauses it for 30 seconds after the fifth failure in a row, then allows one delivery at a time', () => {
    let health = HEALTHY
    for (const failures of [1, 2, 3, 4]) {
      health = healthAfter(health, response(500), now)
      expect(health).to.deep.equal({ failures, failingSince: now, heldUntil: null })
      expect(inFlightAtMost(failures)).to.equal(4)
    }
    health = healthAfter(health, response(null), now)
    expect(health).to.deep.include({ failures: 5, heldUntil: new Date('2026-06-01T12:00:30Z') })
    expect(inFlightAtMost(5)).to.equal(1)
  })

  it('is restored by one success', () => {
    const unhealthy = { failures: 7, failingSince: now, heldUntil: now }
    expect(healthAfter(unhealthy, response(204), now)).to.deep.equal(HEALTHY)
  })

  it('disables it after a 410, and after 5 days without a success', () => {
    const since = (time: string) => ({ failures: 9, failingSince: new Date(time), heldUntil: null })
    expect(reasonToDisable(HEALTHY, response(410), now)).to.equal('gone')
    expect(reasonToDisable(since('2026-05-27T12:00:00Z'), response(500), now)).to.equal('failing')
    expect(reasonToDisable(since('2026-05-27T12:00:01Z'), response(500), now)).to.equal(null)
    expect(reasonToDisable(HEALTHY, response(200), now)).to.equal(null)
  })
})
