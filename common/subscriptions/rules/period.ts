import { monthsLater } from '../../kit/time.ts'
import type { SubscriptionStatus } from '../object.ts'
import { type Day, dayOf, endOf, monthsAfter } from './calendar.ts'

/** So many billing periods can be paid for at once. */
export const MOST_PERIODS = 60

/** No paid time ends further ahead than this, in years: calendars and people have an end. */
const FURTHEST = 100

/** Whether paid time would end further ahead than is sold. */
export function isTooFar({ endsAt }: PaidTime, now: Date): boolean {
  return endsAt > monthsLater(now, FURTHEST * 12)
}

/** Where a subscription's billing days come from: its end is `months` calendar months after `day`. */
export interface Anchor {
  day: Day
  months: number
}

export interface PaidTime {
  anchor: Anchor
  startsAt: Date
  endsAt: Date
}

/** Paid time that begins at `now`, and with it a new anchor: the local date of the first paid day. */
export function fromNow(months: number, now: Date, zone: string): PaidTime {
  const anchor = { day: dayOf(now, zone), months }
  return { anchor, startsAt: now, endsAt: endAt(anchor, zone) }
}

/** The first paid time after a trial: it begins when the trial ends, whose last day is the anchor. */
export function afterTrial(trialEndsAt: Date, months: number, zone: string): PaidTime {
  const anchor = { day: dayOf(trialEndsAt, zone), months }
  return { anchor, startsAt: trialEndsAt, endsAt: endAt(anchor, zone) }
}

/**
 * Further time on top of what is paid for until `end`; no remaining day is lost. Where the end is past
 * and the new one would be too, it begins now instead.
 */
export function onTop(anchor: Anchor, end: Date, months: number, now: Date, zone: string): PaidTime {
  const longer = { day: anchor.day, months: anchor.months + months }
  const endsAt = endAt(longer, zone)
  return endsAt <= now ? fromNow(months, now, zone) : { anchor: longer, startsAt: end, endsAt }
}

/** Where an entitled subscription stands, as far as a renewal goes on from there. */
export interface RenewableState {
  status: SubscriptionStatus
  anchorDay: Day
  anchorMonths: number
  currentPeriodEnd: Date
}

/** What a renewal pays for: time on top of the current end, or after the trial. */
export function renewedTime(standing: RenewableState, months: number, now: Date, zone: string): PaidTime {
  const { status, anchorDay, anchorMonths, currentPeriodEnd } = standing
  if (status !== 'trialing')
    return onTop({ day: anchorDay, months: anchorMonths }, currentPeriodEnd, months, now, zone)
  const time = afterTrial(currentPeriodEnd, months, zone)
  return time.endsAt <= now ? fromNow(months, now, zone) : time
}

function endAt({ day, months }: Anchor, zone: string): Date {
  return endOf(monthsAfter(day, months), zone)
}
