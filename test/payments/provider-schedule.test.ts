import { expect } from 'chai'
import { nextCall, type ProviderStep, refundPause } from '../../common/domain/payments/provider-schedule.ts'
import { providerAttempt } from '../../common/methods/provider-attempt.ts'

const SINCE = new Date('2026-02-10T00:00:00Z')
const DEADLINE = new Date('2026-02-10T00:30:00Z')

/** Returns the seconds after `SINCE` at which a step is taken, if each call is answered at once. */
function times(step: ProviderStep | 'hinted', most = 20, deadline = DEADLINE): number[] {
  const found: number[] = []
  let now = SINCE
  while (found.length < most) {
    const at = nextCall(step, { since: SINCE, deadline, now })
    if (!at) return found
    found.push((at.getTime() - SINCE.getTime()) / 1_000)
    now = at
  }
  return found
}

describe('the schedule of requests to a provider', () => {
  it('asks for the state of a payment soon, then rarely, and at its deadline', () => {
    expect(times('ask', 6)).to.deep.equal([5, 15, 60, 300, 1_200, 1_800])
    const late = new Date('2026-02-10T02:00:00Z')
    expect(times('ask', 9, late)).to.deep.equal([5, 15, 60, 300, 1_200, 2_100, 3_000, 3_900, 4_800])
  })

  it('continues after a pause at the present step', () => {
    const now = new Date(SINCE.getTime() + 100_000)
    expect(nextCall('ask', { since: SINCE, deadline: DEADLINE, now })).to.deep.equal(
      new Date(SINCE.getTime() + 300_000),
    )
  })

  it('tries to open a payment for a minute', () => {
    expect(times('start')).to.deep.equal([3, 6, 12, 24, 48, 72])
  })

  it('does not retry the opening of a payment if the provider demands a longer pause', () => {
    const asked = { since: SINCE, deadline: DEADLINE, now: SINCE }
    const after = (seconds: number) => new Date(SINCE.getTime() + seconds * 1_000)
    expect(nextCall('start', { ...asked, notBefore: after(7) })).to.deep.equal(after(7))
    expect(nextCall('start', { ...asked, notBefore: after(3_600) })).to.equal(null)
    expect(nextCall('ask', { ...asked, notBefore: after(3_600) })).to.deep.equal(after(3_600))
  })

  it('tries to cancel a payment for a week', () => {
    const all = times('give_up', 1_000)
    expect(all.slice(0, 6)).to.deep.equal([15, 60, 300, 1_200, 2_100, 3_000])
    expect(all.at(-1)! / 86_400).to.be.within(7, 7.02)
  })

  it('gives a started payment half an hour, and two minutes for the last answer', () => {
    const { expiresAt = null } = providerAttempt.begin({ values: undefined, form: {}, now: SINCE })
    expect(expiresAt).to.deep.equal(DEADLINE)
    const payment = { amount: 25_000, details: null, createdAt: SINCE, expiresAt }
    expect(providerAttempt.next({ ...payment, status: 'started' }, SINCE)).to.deep.equal({
      step: 'give_up',
      at: new Date('2026-02-10T00:32:00Z'),
    })
    expect(providerAttempt.next({ ...payment, status: 'paid' }, SINCE)).to.equal(null)
  })

  it('asks nothing after the end, and for a day after a hint', () => {
    expect(times('done')).to.deep.equal([])
    const all = times('hinted', 1_000)
    expect(all.slice(0, 6)).to.deep.equal([15, 60, 300, 1_200, 2_100, 3_000])
    expect(all.at(-1)! / 86_400).to.be.within(1, 1.02)
  })

  it('asks about a refund soon, then hourly for a month', () => {
    expect([1, 2, 3, 4, 5, 6, 719].map((calls) => refundPause(calls))).to.deep.equal(
      [15, 60, 300, 900, 3_600, 3_600, 3_600].map((seconds) => seconds * 1_000),
    )
    expect(refundPause(720)).to.equal(null)
  })

  it('asks about a refund for a day if the provider refuses it after a call with an unknown result', () => {
    expect([2, 28].map((calls) => refundPause(calls, calls - 1))).to.deep.equal([60_000, 3_600_000])
    expect(refundPause(29, 28)).to.equal(null)
    expect(refundPause(51, 1), 'after two days without an answer').to.equal(3_600_000)
  })
})
