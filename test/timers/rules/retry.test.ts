import { expect } from 'chai'
import { retryAfter } from '../../../common/domain/timers/retry.ts'
import { MINUTE, SECOND } from '../../../common/kit/time.ts'

describe('retryAfter', () => {
  const rows: [tries: number, after: number, because: string][] = [
    [1, 7.5 * SECOND, 'the first failure may be brief'],
    [2, 15 * SECOND, 'the delay doubles each time'],
    [4, MINUTE, 'the delay doubles each time'],
    [5, 2 * MINUTE, 'a lease is the maximum'],
    [1_000, 2 * MINUTE, 'a lease is the maximum'],
  ]
  for (const [tries, after, because] of rows) {
    it(`returns ${after / SECOND} s after ${tries} failures: ${because}`, () => {
      expect(retryAfter(tries, 2 * MINUTE, 0)).to.equal(after)
      expect(retryAfter(tries, 2 * MINUTE, 1)).to.equal(after * 0.8)
    })
  }
})
