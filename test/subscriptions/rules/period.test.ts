import { expect } from 'chai'
import { afterTrial, fromNow, onTop, type PaidTime } from '../../../common/domain/subscriptions/period.ts'

const ZONE = 'Asia/Ulaanbaatar'
const at = (time: string) => new Date(time)
const told = ({ anchor, startsAt, endsAt }: PaidTime) =>
  `${startsAt.toISOString()} … ${endsAt.toISOString()}, ${anchor.months} months after ${anchor.day}`

describe('paid time', () => {
  describe('from now', () => {
    const cases: [now: string, months: number, time: string, because: string][] = [
      [
        '2026-08-12T11:04:00Z',
        1,
        '2026-08-12T11:04:00.000Z … 2026-09-12T15:59:59.000Z, 1 months after 2026-08-12',
        'it begins at once and has the whole last day',
      ],
      [
        '2026-08-12T17:00:00Z',
        1,
        '2026-08-12T17:00:00.000Z … 2026-09-13T15:59:59.000Z, 1 months after 2026-08-13',
        'for the merchant it is the next day already',
      ],
      [
        '2026-01-30T20:00:00Z',
        1,
        '2026-01-30T20:00:00.000Z … 2026-02-28T15:59:59.000Z, 1 months after 2026-01-31',
        'the 31st there',
      ],
      [
        '2026-01-31T04:00:00Z',
        60,
        '2026-01-31T04:00:00.000Z … 2031-01-31T15:59:59.000Z, 60 months after 2026-01-31',
        'sixty periods at once',
      ],
    ]
    for (const [now, months, time, because] of cases) {
      it(`is ${months} months at ${now}: ${because}`, () => {
        expect(told(fromNow(months, at(now), ZONE))).to.equal(time)
      })
    }
  })

  it('after a trial begins when that ends, and counts from its last day', () => {
    expect(told(afterTrial(at('2026-01-31T15:59:59Z'), 1, ZONE))).to.equal(
      '2026-01-31T15:59:59.000Z … 2026-02-28T15:59:59.000Z, 1 months after 2026-01-31',
    )
  })

  describe('on top of what is paid for', () => {
    const anchor = { day: '2026-01-31', months: 1 }
    const end = at('2026-02-28T15:59:59Z')
    const cases: [now: string, months: number, time: string, because: string][] = [
      [
        '2026-02-10T00:00:00Z',
        1,
        '2026-02-28T15:59:59.000Z … 2026-03-31T15:59:59.000Z, 2 months after 2026-01-31',
        'no day is lost, and the 31st comes back',
      ],
      [
        '2026-03-10T00:00:00Z',
        1,
        '2026-02-28T15:59:59.000Z … 2026-03-31T15:59:59.000Z, 2 months after 2026-01-31',
        'paid late, it still goes on from the end',
      ],
      [
        '2026-03-31T15:59:58Z',
        1,
        '2026-02-28T15:59:59.000Z … 2026-03-31T15:59:59.000Z, 2 months after 2026-01-31',
        'even where only a second of it is left',
      ],
      [
        '2026-03-31T15:59:59Z',
        1,
        '2026-03-31T15:59:59.000Z … 2026-04-30T15:59:59.000Z, 1 months after 2026-03-31',
        'from now, once the new end would be past too, and a new anchor',
      ],
      [
        '2026-05-10T00:00:00Z',
        6,
        '2026-02-28T15:59:59.000Z … 2026-08-31T15:59:59.000Z, 7 months after 2026-01-31',
        'six periods reach into the future',
      ],
    ]
    for (const [now, months, time, because] of cases) {
      it(`is ${months} months paid at ${now}: ${because}`, () => {
        expect(told(onTop(anchor, end, months, at(now), ZONE))).to.equal(time)
      })
    }
  })

  it('paid month by month for four years ends where it would, paid at once', () => {
    const first = fromNow(1, at('2028-02-29T04:00:00Z'), ZONE)
    let last = first
    for (let month = 2; month <= 48; month += 1) {
      const next = onTop(last.anchor, last.endsAt, 1, last.startsAt, ZONE)
      expect(next.startsAt).to.deep.equal(last.endsAt)
      last = next
    }
    expect(last.endsAt.toISOString()).to.equal('2032-02-29T15:59:59.000Z')
    expect(last.endsAt).to.deep.equal(fromNow(48, at('2028-02-29T04:00:00Z'), ZONE).endsAt)
  })
})
