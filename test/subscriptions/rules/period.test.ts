import { expect } from 'chai'
import {
  afterTrial,
  extendedTime,
  fromNow,
  type PaidTime,
} from '../../../common/domain/subscriptions/period.ts'

const ZONE = 'Asia/Ulaanbaatar'
const at = (time: string) => new Date(time)
const format = ({ anchor, startsAt, endsAt }: PaidTime) =>
  `${startsAt.toISOString()} … ${endsAt.toISOString()}, ${anchor.months} months after ${anchor.day}`

describe('paid time', () => {
  describe('from now', () => {
    const cases: [now: string, months: number, time: string, because: string][] = [
      [
        '2026-08-12T11:04:00Z',
        1,
        '2026-08-12T11:04:00.000Z … 2026-09-12T15:59:59.000Z, 1 months after 2026-08-12',
        'begins at once and includes the whole last day',
      ],
      [
        '2026-08-12T17:00:00Z',
        1,
        '2026-08-12T17:00:00.000Z … 2026-09-13T15:59:59.000Z, 1 months after 2026-08-13',
        'it is already the next day for the merchant',
      ],
      [
        '2026-01-30T20:00:00Z',
        1,
        '2026-01-30T20:00:00.000Z … 2026-02-28T15:59:59.000Z, 1 months after 2026-01-31',
        'it is the 31st for the merchant',
      ],
      [
        '2026-01-31T04:00:00Z',
        60,
        '2026-01-31T04:00:00.000Z … 2031-01-31T15:59:59.000Z, 60 months after 2026-01-31',
        'sixty periods at once',
      ],
    ]
    for (const [now, months, time, because] of cases) {
      it(`lasts ${months} months from ${now}: ${because}`, () => {
        expect(format(fromNow(months, at(now), ZONE))).to.equal(time)
      })
    }
  })

  it('begins at the end of a trial and is counted from its last day', () => {
    expect(format(afterTrial(at('2026-01-31T15:59:59Z'), 1, ZONE))).to.equal(
      '2026-01-31T15:59:59.000Z … 2026-02-28T15:59:59.000Z, 1 months after 2026-01-31',
    )
  })

  describe('added to paid time', () => {
    const anchor = { day: '2026-01-31', months: 1 }
    const end = at('2026-02-28T15:59:59Z')
    const cases: [now: string, months: number, time: string, because: string][] = [
      [
        '2026-02-10T00:00:00Z',
        1,
        '2026-02-28T15:59:59.000Z … 2026-03-31T15:59:59.000Z, 2 months after 2026-01-31',
        'no day is lost, and the 31st applies again',
      ],
      [
        '2026-03-10T00:00:00Z',
        1,
        '2026-02-28T15:59:59.000Z … 2026-03-31T15:59:59.000Z, 2 months after 2026-01-31',
        'continues from the end even if it is paid late',
      ],
      [
        '2026-03-31T15:59:58Z',
        1,
        '2026-02-28T15:59:59.000Z … 2026-03-31T15:59:59.000Z, 2 months after 2026-01-31',
        'continues from the end if a second of the new period is left',
      ],
      [
        '2026-03-31T15:59:59Z',
        1,
        '2026-03-31T15:59:59.000Z … 2026-04-30T15:59:59.000Z, 1 months after 2026-03-31',
        'starts now with a new anchor if the new period would already be over',
      ],
      [
        '2026-05-10T00:00:00Z',
        6,
        '2026-02-28T15:59:59.000Z … 2026-08-31T15:59:59.000Z, 7 months after 2026-01-31',
        'six periods reach into the future',
      ],
    ]
    for (const [now, months, time, because] of cases) {
      it(`adds ${months} months at ${now}: ${because}`, () => {
        expect(format(extendedTime(anchor, end, months, at(now), ZONE))).to.equal(time)
      })
    }
  })

  it('ends on the same day if it is paid monthly for four years or all at once', () => {
    const first = fromNow(1, at('2028-02-29T04:00:00Z'), ZONE)
    let last = first
    for (let month = 2; month <= 48; month += 1) {
      const next = extendedTime(last.anchor, last.endsAt, 1, last.startsAt, ZONE)
      expect(next.startsAt).to.deep.equal(last.endsAt)
      last = next
    }
    expect(last.endsAt.toISOString()).to.equal('2032-02-29T15:59:59.000Z')
    expect(last.endsAt).to.deep.equal(fromNow(48, at('2028-02-29T04:00:00Z'), ZONE).endsAt)
  })
})
