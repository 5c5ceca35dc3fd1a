import { expect } from 'chai'
import {
  atHour,
  dayOf,
  daysLater,
  endOf,
  monthsAfter,
} from '../../../common/domain/subscriptions/calendar.ts'

describe('the billing calendar', () => {
  describe('whole months after an anchor', () => {
    const cases: [anchor: string, months: number, day: string, because: string][] = [
      ['2026-08-12', 1, '2026-09-12', 'the same day of the next month'],
      ['2026-01-31', 1, '2026-02-28', 'February has no 31st'],
      ['2026-01-31', 2, '2026-03-31', 'a short month does not shorten later months'],
      ['2026-01-31', 3, '2026-04-30', 'April has no 31st'],
      ['2026-01-31', 12, '2027-01-31', 'the 31st again after a year'],
      ['2027-12-31', 2, '2028-02-29', 'February has 29 days in a leap year'],
      ['2026-01-30', 1, '2026-02-28', 'February has no 30th'],
      ['2028-02-29', 12, '2029-02-28', 'a year after a leap day'],
      ['2028-02-29', 24, '2030-02-28', 'two years after it'],
      ['2028-02-29', 48, '2032-02-29', 'the 29th again in the next leap year'],
      ['2028-02-29', 1, '2028-03-29', 'a leap day is not treated as the last day of the month'],
      ['2026-11-30', 3, '2027-02-28', 'across the end of the year'],
      ['2096-02-29', 48, '2100-02-28', '2100 is not a leap year'],
      ['2026-05-31', 36, '2029-05-31', 'three years'],
      ['2026-08-12', 0, '2026-08-12', 'nothing added'],
    ]
    for (const [anchor, months, day, because] of cases) {
      it(`is ${day}, ${months} months after ${anchor}: ${because}`, () => {
        expect(monthsAfter(anchor, months)).to.equal(day)
      })
    }

    it('is the last day of the month for each of sixty months after a 31st', () => {
      for (let months = 1; months <= 60; months += 1) {
        const day = monthsAfter('2026-01-31', months)
        expect(daysLater(day, 1).endsWith('-01') || day.endsWith('-31'), day).to.equal(true)
      }
    })
  })

  describe('the end of a day', () => {
    const cases: [day: string, zone: string, end: string, because: string][] = [
      ['2026-09-12', 'UTC', '2026-09-12T23:59:59.000Z', 'no offset'],
      ['2026-09-12', 'Asia/Ulaanbaatar', '2026-09-12T15:59:59.000Z', 'eight hours ahead'],
      ['2026-03-08', 'America/New_York', '2026-03-09T03:59:59.000Z', 'summer time began that morning'],
      ['2026-11-01', 'America/New_York', '2026-11-02T04:59:59.000Z', 'summer time ended that morning'],
      ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.000Z', 'a day of 23 hours'],
      ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.000Z', 'a day of 25 hours'],
      [
        '2026-10-24',
        'Asia/Beirut',
        '2026-10-24T21:59:59.000Z',
        '23:59:59 happens twice, and the second counts',
      ],
      ['2026-03-28', 'Asia/Beirut', '2026-03-28T21:59:59.000Z', 'the next day begins at 01:00'],
      [
        '2026-04-04',
        'America/Santiago',
        '2026-04-05T03:59:59.000Z',
        '23:59:59 happens twice, and the second counts',
      ],
      [
        '2026-10-31',
        'America/Havana',
        '2026-11-01T03:59:59.000Z',
        'the next midnight happens twice, and the first counts',
      ],
      ['2026-03-28', 'America/Godthab', '2026-03-29T00:59:59.000Z', 'the last hour of the day is skipped'],
      ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T02:59:59.000Z', 'the next midnight is skipped'],
      ['2011-12-29', 'Pacific/Apia', '2011-12-30T09:59:59.000Z', 'the whole next day is skipped'],
      ['2026-06-30', 'Pacific/Kiritimati', '2026-06-30T09:59:59.000Z', 'fourteen hours ahead'],
      ['2026-06-30', 'Asia/Kathmandu', '2026-06-30T18:14:59.000Z', 'an offset in quarters of an hour'],
    ]
    for (const [day, zone, end, because] of cases) {
      it(`is ${end} of ${day} in ${zone}: ${because}`, () => {
        expect(endOf(day, zone).toISOString()).to.equal(end)
      })
    }

    const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Ulaanbaatar', 'Pacific/Apia', 'Asia/Beirut']
    for (const zone of zones) {
      it(`is the last second of every day for four years in ${zone}`, () => {
        for (let day = '2026-01-01'; day < '2030-01-01'; day = daysLater(day, 1)) {
          const end = endOf(day, zone)
          expect(dayOf(end, zone)).to.equal(day)
          expect(dayOf(new Date(end.getTime() + 1_000), zone)).to.equal(daysLater(day, 1))
        }
      })
    }
  })

  describe('an hour of a day', () => {
    const cases: [day: string, zone: string, at: string, because: string][] = [
      ['2026-09-05', 'Asia/Ulaanbaatar', '2026-09-05T02:00:00.000Z', 'eight hours ahead'],
      ['2026-03-29', 'Europe/Berlin', '2026-03-29T08:00:00.000Z', 'summer time began that night'],
      ['2026-10-25', 'Europe/Berlin', '2026-10-25T09:00:00.000Z', 'summer time ended that night'],
      ['2026-03-29', 'Asia/Beirut', '2026-03-29T07:00:00.000Z', 'the day began at 01:00'],
    ]
    for (const [day, zone, at, because] of cases) {
      it(`is ${at} for ten o’clock on ${day} in ${zone}: ${because}`, () => {
        expect(atHour(day, 10, zone).toISOString()).to.equal(at)
      })
    }
  })

  it('converts an instant into the merchant’s local day', () => {
    expect(dayOf(new Date('2026-08-12T15:59:59.999Z'), 'Asia/Ulaanbaatar')).to.equal('2026-08-12')
    expect(dayOf(new Date('2026-08-12T16:00:00Z'), 'Asia/Ulaanbaatar')).to.equal('2026-08-13')
    expect(dayOf(new Date('2026-08-12T03:59:59Z'), 'America/New_York')).to.equal('2026-08-11')
  })
})
