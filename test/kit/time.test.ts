import { expect } from 'chai'
import { monthsLater } from '../../common/kit/time.ts'

describe('the same instant some months later', () => {
  const cases: [time: string, months: number, later: string, because: string][] = [
    ['2026-08-12T09:30:15.123Z', 1, '2026-09-12T09:30:15.123Z', 'the time of day stays'],
    ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z', 'February has no 31st'],
    ['2026-01-31T00:00:00.000Z', 2, '2026-03-31T00:00:00.000Z', 'a short month on the way shortens nothing'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z', 'a year after a leap day'],
    ['2026-12-31T12:00:00.000Z', 2, '2027-02-28T12:00:00.000Z', 'over the turn of the year'],
  ]
  for (const [time, months, later, because] of cases) {
    it(`is ${later}, ${String(months)} after ${time}: ${because}`, () => {
      expect(monthsLater(new Date(time), months).toISOString()).to.equal(later)
    })
  }
})
