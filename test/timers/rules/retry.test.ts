import { expect } from 'chai'
import { retryAfter } from '../../../common/domain/timers/retry.ts'
import { MINUTE, SECOND } from '../../../common/kit/time.ts'

describe('a timer that failed', () => {
  const rows: [tries: number, after: number, because: string][] = [
    [1, 7.5 * SECOND, 'what failed once may have met a moment of trouble'],
    [2, 15 * SECOND, 'each time it waits twice as long'],
    [4, MINUTE, 'each time it waits twice as long'],
    [5, 2 * MINUTE, 'a lease is the most'],
    [1_000, 2 * MINUTE, 'a lease is the most'],
  ]
  for (const [tries, after, because] of rows) {
    it(`is tried again after ${after / SECOND} s where it failed ${tries} times: ${because}`, () => {
      expect(retryAfter(tries, 2 * MINUTE, 0)).to.equal(after)
      expect(retryAfter(tries, 2 * MINUTE, 1)).to.equal(after * 0.8)
    })
  }
})
