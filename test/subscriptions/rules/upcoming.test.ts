import { expect } from 'chai'
import {
  firstDue,
  graceEnd,
  type Outlook,
  type Step,
  upcoming,
} from '../../../common/domain/subscriptions/upcoming.ts'

const at = (time: string) => new Date(time)
const format = (step: Step) =>
  `${step.at.toISOString().slice(0, 16)} ${step.kind}${step.kind === 'remind' ? ` ${step.daysBefore}` : ''}`

/** Paid from 12 August to 12 September 2026, 23:59:59 UTC, and nothing else. */
function outlook(changes: Partial<Outlook> = {}): Outlook {
  return {
    status: 'active',
    canceledAt: null,
    currentPeriodStart: at('2026-08-12T11:00:00Z'),
    currentPeriodEnd: at('2026-09-12T23:59:59Z'),
    graceEndsAt: null,
    remindedUntil: at('2026-08-12T11:00:00Z'),
    segments: [segment('2026-08-12T11:00:00Z', '2026-09-12T23:59:59Z')],
    interval: { unit: 'month', count: 1 },
    graceDays: 0,
    endDeferredUntil: null,
    renewalWaits: false,
    zone: 'UTC',
    ...changes,
  }
}

function segment(from: string, to: string) {
  return { startsAt: at(from), endsAt: at(to), priceId: 1, value: 1 }
}

describe('the upcoming steps of a subscription', () => {
  const rows: [title: string, changes: Partial<Outlook>, steps: string[]][] = [
    [
      'remind 7 days and 1 day before the end, at ten, of a monthly period',
      {},
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'remind 7 days and 1 day before the end of three months',
      { interval: { unit: 'month', count: 3 } },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'remind 30, 7 and 1 days before the end of a year',
      { interval: { unit: 'year', count: 1 } },
      [
        '2026-08-13T10:00 remind 30',
        '2026-09-05T10:00 remind 7',
        '2026-09-11T10:00 remind 1',
        '2026-09-12T23:59 end_period',
      ],
    ],
    [
      'remind 30, 7 and 1 days before the end of three years',
      { interval: { unit: 'year', count: 3 }, remindedUntil: at('2026-08-13T10:00:00Z') },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'exclude reminders whose time had passed when the end was set',
      { remindedUntil: at('2026-09-05T10:00:00Z') },
      ['2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'include a reminder that is due in a second',
      { remindedUntil: at('2026-09-11T09:59:59Z') },
      ['2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'include reminders for a trial',
      { status: 'trialing', segments: [] },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'exclude reminders while a cancellation is requested',
      { canceledAt: at('2026-08-20T00:00:00Z') },
      ['2026-09-12T23:59 end_period'],
    ],
    [
      'exclude reminders while the transfer for a renewal waits',
      { endDeferredUntil: at('2026-09-03T00:00:00Z'), renewalWaits: true },
      ['2026-09-12T23:59 end_period'],
    ],
    [
      'include reminders while the transfer for a plan change waits, and defer the end',
      { endDeferredUntil: at('2026-09-14T08:00:00Z') },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-14T08:00 end_period'],
    ],
    [
      'defer the end while the transfer for a renewal waits',
      { endDeferredUntil: at('2026-09-14T08:00:00Z'), renewalWaits: true },
      ['2026-09-14T08:00 end_period'],
    ],
    [
      'defer the end of a canceled subscription too',
      {
        endDeferredUntil: at('2026-09-14T08:00:00Z'),
        renewalWaits: true,
        canceledAt: at('2026-08-20T00:00:00Z'),
      },
      ['2026-09-14T08:00 end_period'],
    ],
    [
      'use the days of the merchant’s time zone',
      { zone: 'America/New_York', currentPeriodEnd: at('2026-09-13T03:59:59Z') },
      ['2026-09-05T14:00 remind 7', '2026-09-11T14:00 remind 1', '2026-09-13T03:59 end_period'],
    ],
    [
      'include the begin of a period paid ahead, and end with the last period',
      {
        currentPeriodEnd: at('2026-10-12T23:59:59Z'),
        segments: [
          segment('2026-08-12T11:00:00Z', '2026-09-12T23:59:59Z'),
          segment('2026-09-12T23:59:59Z', '2026-10-12T23:59:59Z'),
        ],
      },
      [
        '2026-09-12T23:59 begin_period',
        '2026-10-05T10:00 remind 7',
        '2026-10-11T10:00 remind 1',
        '2026-10-12T23:59 end_period',
      ],
    ],
    [
      'include only the end of the grace period of an overdue subscription',
      { status: 'past_due', graceEndsAt: at('2026-09-15T23:59:59Z') },
      ['2026-09-15T23:59 end_grace'],
    ],
    [
      'defer the end of the grace period while a transfer waits',
      {
        status: 'past_due',
        graceEndsAt: at('2026-09-15T23:59:59Z'),
        endDeferredUntil: at('2026-09-16T12:00:00Z'),
        renewalWaits: true,
      },
      ['2026-09-16T12:00 end_grace'],
    ],
    ['are empty for a canceled subscription', { status: 'canceled' }, []],
  ]
  for (const [title, changes, steps] of rows) {
    it(title, () => {
      expect(upcoming(outlook(changes)).map(format)).to.deep.equal(steps)
    })
  }
})

describe('the first due step', () => {
  const rows: [now: string, changes: Partial<Outlook>, due: string | null, because: string][] = [
    ['2026-09-05T09:59:59.999Z', {}, null, 'not a millisecond early'],
    ['2026-09-05T10:00:00Z', {}, '2026-09-05T10:00 remind 7', 'at the exact time'],
    ['2026-09-11T10:00:00Z', {}, '2026-09-11T10:00 remind 1', 'only the latest reminder after an outage'],
    ['2026-09-12T23:59:58.999Z', {}, '2026-09-11T10:00 remind 1', 'a reminder until the end'],
    ['2026-09-12T23:59:59Z', {}, '2026-09-12T23:59 end_period', 'no late reminder at the end'],
    ['2026-12-01T00:00:00Z', {}, '2026-09-12T23:59 end_period', 'no late reminder long after the end'],
    [
      '2026-09-13T00:00:00Z',
      { endDeferredUntil: at('2026-09-14T00:00:00Z'), renewalWaits: true },
      null,
      'the end is deferred',
    ],
    [
      '2026-09-14T00:00:00Z',
      { endDeferredUntil: at('2026-09-14T00:00:00Z'), renewalWaits: true },
      '2026-09-14T00:00 end_period',
      'the deferred end',
    ],
    [
      '2026-10-20T00:00:00Z',
      {
        currentPeriodEnd: at('2026-10-12T23:59:59Z'),
        segments: [
          segment('2026-08-12T11:00:00Z', '2026-09-12T23:59:59Z'),
          segment('2026-09-12T23:59:59Z', '2026-10-12T23:59:59Z'),
        ],
      },
      '2026-09-12T23:59 begin_period',
      'a period paid ahead begins before the end',
    ],
    [
      '2026-10-05T10:00:00Z',
      {
        currentPeriodEnd: at('2026-10-12T23:59:59Z'),
        segments: [segment('2026-09-12T23:59:59Z', '2026-10-12T23:59:59Z')],
      },
      '2026-09-12T23:59 begin_period',
      'a period begins before a later reminder',
    ],
  ]
  for (const [now, changes, due, because] of rows) {
    it(`is ${due ?? 'nothing'} at ${now}: ${because}`, () => {
      const step = firstDue(upcoming(outlook(changes)), at(now))
      expect(step && format(step)).to.equal(due)
    })
  }
})

describe('the grace period', () => {
  const rows: [end: string, days: number, zone: string, until: string, because: string][] = [
    ['2026-09-12T23:59:59Z', 3, 'UTC', '2026-09-15T23:59:59.000Z', 'three whole days'],
    [
      '2026-09-12T15:59:59Z',
      1,
      'Asia/Ulaanbaatar',
      '2026-09-13T15:59:59.000Z',
      'the days of the merchant’s time zone',
    ],
    ['2026-10-24T21:59:59Z', 1, 'Europe/Berlin', '2026-10-25T22:59:59.000Z', 'a day of 25 hours'],
    ['2026-09-12T23:59:59Z', 90, 'UTC', '2026-12-11T23:59:59.000Z', 'the maximum'],
  ]
  for (const [end, days, zone, until, because] of rows) {
    it(`of ${days} after ${end} in ${zone} ends at ${until}: ${because}`, () => {
      expect(graceEnd(at(end), days, zone).toISOString()).to.equal(until)
    })
  }
})
