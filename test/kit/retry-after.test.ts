import { expect } from 'chai'
import { readRetryAfter } from '../../common/kit/retry-after.ts'
import { DAY } from '../../common/kit/time.ts'

describe('the header Retry-After', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const headers: [header: string | undefined, milliseconds: number | null][] = [
    ['120', 120_000],
    ['0', 0],
    ['99999999999999999999', DAY],
    ['Mon, 01 Jun 2026 12:01:00 GMT', 60_000],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
    ['Mon, 01 Jun 2027 12:00:00 GMT', DAY],
    ['1.5', null],
    ['2026-06-01', null],
    ['soon', null],
    ['-5', null],
    [undefined, null],
  ]
  for (const [header, milliseconds] of headers) {
    it(`of ${String(header)} is read as ${String(milliseconds)} milliseconds`, () => {
      expect(readRetryAfter(header, now, DAY)).to.equal(milliseconds)
    })
  }
})
