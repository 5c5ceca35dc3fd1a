import { expect } from 'chai'
import fc from 'fast-check'
import { type Segment, unusedCredit } from '../../../common/domain/subscriptions/credit.ts'

function segment(from: string, to: string, value: number): Segment {
  return { startsAt: new Date(from), endsAt: new Date(to), priceId: 1, value }
}

const june = segment('2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', 30_000)
const july = segment('2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z', 31_000)
const odd = segment('2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.003Z', 100)
const whole = segment('2026-06-01T00:00:00Z', '2026-09-01T00:00:00Z', 92_000)
const most = segment('2026-06-01T00:00:00Z', '2031-06-01T00:00:00Z', Number.MAX_SAFE_INTEGER)

describe('credit for unused time', () => {
  const cases: [segments: Segment[], now: string, credit: number, because: string][] = [
    [[june], '2026-06-01T00:00:00Z', 30_000, 'nothing is used yet'],
    [[june], '2026-06-16T00:00:00Z', 15_000, 'half of June is left'],
    [[june], '2026-06-16T00:00:00.001Z', 15_000, 'a remainder goes to the customer'],
    [[june], '2026-06-30T23:59:59.999Z', 1, 'a thousandth of a second is worth one unit'],
    [[june], '2026-07-01T00:00:00Z', 0, 'the period is over'],
    [[june], '2026-07-02T00:00:00Z', 0, 'never below zero'],
    [[june], '2026-05-01T00:00:00Z', 30_000, 'never more than was paid, even before the period'],
    [[june, july], '2026-06-16T00:00:00Z', 46_000, 'a renewal paid ahead counts in full'],
    [[june, july], '2026-07-16T12:00:00Z', 15_500, 'a period that is over does not count'],
    [[odd, odd], '2026-06-01T00:00:00.001Z', 134, 'each segment is rounded up by itself: 67 + 67'],
    [[whole], '2026-07-02T00:00:00Z', 61_000, 'three periods paid at once are one segment'],
    [[most], '2026-06-01T00:00:00Z', Number.MAX_SAFE_INTEGER, 'exact above the range of floats'],
    [
      [segment('2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z', 500)],
      '2026-05-01T00:00:00Z',
      0,
      'a segment without time',
    ],
    [
      [segment('2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', 0)],
      '2026-06-01T00:00:00Z',
      0,
      'a segment without value',
    ],
    [[], '2026-06-01T00:00:00Z', 0, 'nothing was paid'],
  ]
  for (const [segments, now, credit, because] of cases) {
    it(`is ${credit} at ${now}: ${because}`, () => {
      expect(unusedCredit(segments, new Date(now))).to.equal(credit)
    })
  }

  it('is never more than was paid, never negative, and never grows with time', () => {
    const anySegment = fc
      .record({
        start: fc.integer({ min: 0, max: 1e12 }),
        length: fc.integer({ min: 1, max: 1e11 }),
        value: fc.integer({ min: 0, max: 1e12 }),
      })
      .map(({ start, length, value }) => ({
        startsAt: new Date(start),
        endsAt: new Date(start + length),
        priceId: 1,
        value,
      }))
    const instant = fc.integer({ min: 0, max: 2e12 })
    fc.assert(
      fc.property(fc.array(anySegment, { maxLength: 5 }), instant, instant, (segments, one, other) => {
        const paid = segments.reduce((sum, { value }) => sum + value, 0)
        const early = unusedCredit(segments, new Date(Math.min(one, other)))
        const late = unusedCredit(segments, new Date(Math.max(one, other)))
        expect(early).to.be.within(late, paid)
        expect(late).to.be.at.least(0)
      }),
    )
  })
})
