import { expect } from 'chai'
import { monthsLater } from '../../common/kit/time.ts'

describe('monthsLater', () => {
  const cases: [time: string, months: number, later: string, reason: string][] = [
    ['2026-08-12T09:30:15.123Z', 1, '2026-09-12T09:30:15.123Z', 'the time of day is kept'],
    ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z', 'February has no 31st'],
    ['2026-01-31T00:00:00.000Z', 2, '2026-03-31T00:00:00.000Z', 'a short month in between does not matter'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z', 'a year after a leap day'],
    ['2026-12-31T12:00:00.000Z', 2, '2027-02-28T12:00:00.000Z', 'the year changes'],
  ]
  for (const [time, months, later, reason] of cases) {
    it(`returns ${later} for ${String(months)} months after ${time}: ${reason}`, () => {
      expect(monthsLater(new Date(time), months).toISOString()).to.equal(later)
    })
  }
})
