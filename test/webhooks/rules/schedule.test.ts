import { expect } from 'chai'
import { nextAttempt } from '../../../common/domain/webhooks/schedule.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../common/kit/time.ts'

describe('the schedule of a delivery', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const wait = (tries: number, chance: number, askedFor: number | null = null) => {
    const at = nextAttempt(tries, now, chance, askedFor)
    return at && at.getTime() - now.getTime()
  }

  const steps: [tries: number, wait: number][] = [
    [1, 5 * SECOND],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ]
  for (const [tries, expected] of steps) {
    it(`waits about ${expected / SECOND} s after ${tries} failed attempts, a fifth more or less`, () => {
      expect(wait(tries, 0)).to.equal(expected * 0.8)
      expect(wait(tries, 0.5)).to.equal(expected)
      expect(wait(tries, 1)).to.equal(expected * 1.2)
    })
  }

  it('ends after ten attempts', () => {
    expect(wait(10, 0.5)).to.equal(null)
    expect(wait(10, 0.5, HOUR)).to.equal(null)
  })

  const requests: [askedFor: number, wait: number, because: string][] = [
    [MINUTE, MINUTE, 'longer than the step'],
    [SECOND, 5 * SECOND, 'a shorter delay is ignored'],
    [3 * DAY, DAY, 'a day is the maximum'],
  ]
  for (const [askedFor, expected, because] of requests) {
    it(`waits ${expected / SECOND} s if the receiver requests ${askedFor / SECOND} s: ${because}`, () => {
      expect(wait(1, 0.5, askedFor)).to.equal(expected)
    })
  }
})
