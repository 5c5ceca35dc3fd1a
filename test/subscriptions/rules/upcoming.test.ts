import { expect } from 'chai'
import {
  firstDue,
  graceEnd,
  type Outlook,
  type Step,
  upcoming,
} from '../../../common/domain/subscriptions/upcoming.ts'

const at = (time: string) => new Date(time)
const told = (step: Step) =>
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

describe('what will happen to a subscription if nobody acts', () => {
  const rows: [because: string, changes: Partial<Outlook>, steps: string[]][] = [
    [
      'monthly: 7 days and 1 day before, at ten',
      {},
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'a quarter is paid by months: no reminder a month before',
      { interval: { unit: 'month', count: 3 } },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'yearly: 30, 7 and 1 days',
      { interval: { unit: 'year', count: 1 } },
      [
        '2026-08-13T10:00 remind 30',
        '2026-09-05T10:00 remind 7',
        '2026-09-11T10:00 remind 1',
        '2026-09-12T23:59 end_period',
      ],
    ],
    [
      'every three years: the same',
      { interval: { unit: 'year', count: 3 }, remindedUntil: at('2026-08-13T10:00:00Z') },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'none whose moment had passed when the end was set',
      { remindedUntil: at('2026-09-05T10:00:00Z') },
      ['2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'one is left where its moment is a second away',
      { remindedUntil: at('2026-09-11T09:59:59Z') },
      ['2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'a trial is reminded too',
      { status: 'trialing', segments: [] },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-12T23:59 end_period'],
    ],
    [
      'none while a cancellation is requested',
      { canceledAt: at('2026-08-20T00:00:00Z') },
      ['2026-09-12T23:59 end_period'],
    ],
    [
      'none while a renewal’s transfer waits',
      { endDeferredUntil: at('2026-09-03T00:00:00Z'), renewalWaits: true },
      ['2026-09-12T23:59 end_period'],
    ],
    [
      'a plan change whose transfer waits holds the end back, and is no renewal: the customer is reminded',
      { endDeferredUntil: at('2026-09-14T08:00:00Z') },
      ['2026-09-05T10:00 remind 7', '2026-09-11T10:00 remind 1', '2026-09-14T08:00 end_period'],
    ],
    [
      'the end is held back while a transfer waits',
      { endDeferredUntil: at('2026-09-14T08:00:00Z'), renewalWaits: true },
      ['2026-09-14T08:00 end_period'],
    ],
    [
      'held back after a requested cancellation too',
      {
        endDeferredUntil: at('2026-09-14T08:00:00Z'),
        renewalWaits: true,
        canceledAt: at('2026-08-20T00:00:00Z'),
      },
      ['2026-09-14T08:00 end_period'],
    ],
    [
      'the days are those of the merchant',
      { zone: 'America/New_York', currentPeriodEnd: at('2026-09-13T03:59:59Z') },
      ['2026-09-05T14:00 remind 7', '2026-09-11T14:00 remind 1', '2026-09-13T03:59 end_period'],
    ],
    [
      'what was paid ahead begins in between, and the last end counts',
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
      'overdue: only the end of the grace period',
      { status: 'past_due', graceEndsAt: at('2026-09-15T23:59:59Z') },
      ['2026-09-15T23:59 end_grace'],
    ],
    [
      'which is held back as well',
      {
        status: 'past_due',
        graceEndsAt: at('2026-09-15T23:59:59Z'),
        endDeferredUntil: at('2026-09-16T12:00:00Z'),
        renewalWaits: true,
      },
      ['2026-09-16T12:00 end_grace'],
    ],
    ['canceled: nothing, ever', { status: 'canceled' }, []],
  ]
  for (const [because, changes, steps] of rows) {
    it(because, () => {
      expect(upcoming(outlook(changes)).map(told)).to.deep.equal(steps)
    })
  }
})

describe('what is due first', () => {
  const rows: [now: string, changes: Partial<Outlook>, due: string | null, because: string][] = [
    ['2026-09-05T09:59:59.999Z', {}, null, 'not a moment early'],
    ['2026-09-05T10:00:00Z', {}, '2026-09-05T10:00 remind 7', 'at its very moment'],
    ['2026-09-11T10:00:00Z', {}, '2026-09-11T10:00 remind 1', 'after an outage only the latest reminder'],
    ['2026-09-12T23:59:58.999Z', {}, '2026-09-11T10:00 remind 1', 'until the end'],
    [
      '2026-09-12T23:59:59Z',
      {},
      '2026-09-12T23:59 end_period',
      'at the end itself no reminder is made up for',
    ],
    ['2026-12-01T00:00:00Z', {}, '2026-09-12T23:59 end_period', 'nor long after it'],
    [
      '2026-09-13T00:00:00Z',
      { endDeferredUntil: at('2026-09-14T00:00:00Z'), renewalWaits: true },
      null,
      'the end is held back',
    ],
    [
      '2026-09-14T00:00:00Z',
      { endDeferredUntil: at('2026-09-14T00:00:00Z'), renewalWaits: true },
      '2026-09-14T00:00 end_period',
      'and comes then',
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
      'what was paid ahead still begins before the end, in order',
    ],
    [
      '2026-10-05T10:00:00Z',
      {
        currentPeriodEnd: at('2026-10-12T23:59:59Z'),
        segments: [segment('2026-09-12T23:59:59Z', '2026-10-12T23:59:59Z')],
      },
      '2026-09-12T23:59 begin_period',
      'and before a reminder',
    ],
  ]
  for (const [now, changes, due, because] of rows) {
    it(`is ${due ?? 'nothing'} at ${now}: ${because}`, () => {
      const step = firstDue(upcoming(outlook(changes)), at(now))
      expect(step && told(step)).to.equal(due)
    })
  }
})

describe('the grace period', () => {
  const rows: [end: string, days: number, zone: string, until: string, because: string][] = [
    ['2026-09-12T23:59:59Z', 3, 'UTC', '2026-09-15T23:59:59.000Z', 'three whole days'],
    ['2026-09-12T15:59:59Z', 1, 'Asia/Ulaanbaatar', '2026-09-13T15:59:59.000Z', 'the days of the merchant'],
    ['2026-10-24T21:59:59Z', 1, 'Europe/Berlin', '2026-10-25T22:59:59.000Z', 'a day of 25 hours'],
    ['2026-09-12T23:59:59Z', 90, 'UTC', '2026-12-11T23:59:59.000Z', 'the longest'],
  ]
  for (const [end, days, zone, until, because] of rows) {
    it(`of ${days} after ${end} in ${zone} ends at ${until}: ${because}`, () => {
      expect(graceEnd(at(end), days, zone).toISOString()).to.equal(until)
    })
  }
})
