import { monthsLater } from '../../kit/time.ts'
import { type Day, dayOf, endOf, monthsAfter } from './calendar.ts'
import type { SubscriptionStatus } from './object.ts'

/** Limit of billing periods in one payment. */
export const MOST_PERIODS = 60

/** Paid time ends at most this many years ahead. */
const FURTHEST = 100

/** Returns whether paid time would end too far ahead. */
export function isTooFar({ endsAt }: PaidTime, now: Date): boolean {
  return endsAt > monthsLater(now, FURTHEST * 12)
}

/** Basis of a subscription's billing days: its end is `months` calendar months after `day`. */
export interface Anchor {
  day: Day
  months: number
}

export interface PaidTime {
  anchor: Anchor
  startsAt: Date
  endsAt: Date
}

/** Returns paid time that begins at `now`, with a new anchor: the local date of the first paid day. */
export function fromNow(months: number, now: Date, zone: string): PaidTime {
  const anchor = { day: dayOf(now, zone), months }
  return { anchor, startsAt: now, endsAt: endAt(anchor, zone) }
}

/** Returns the first paid time after a trial. It begins at the trial's end; the anchor is the trial's last day. */
export function afterTrial(trialEndsAt: Date, months: number, zone: string): PaidTime {
  const anchor = { day: dayOf(trialEndsAt, zone), months }
  return { anchor, startsAt: trialEndsAt, endsAt: endAt(anchor, zone) }
}

/**
 * Returns further time after the paid time that ends at `end`, so that no remaining day is lost. If the new
 * end would also be in the past, the time begins now instead.
 */
export function extendedTime(anchor: Anchor, end: Date, months: number, now: Date, zone: string): PaidTime {
  const longer = { day: anchor.day, months: anchor.months + months }
  const endsAt = endAt(longer, zone)
  return endsAt <= now ? fromNow(months, now, zone) : { anchor: longer, startsAt: end, endsAt }
}

/** State of an entitled subscription that a renewal needs. */
export interface RenewableState {
  status: SubscriptionStatus
  anchorDay: Day
  anchorMonths: number
  currentPeriodEnd: Date
}

/** Returns the time that a renewal pays for: after the current end, or after the trial. */
export function renewedTime(state: RenewableState, months: number, now: Date, zone: string): PaidTime {
  const { status, anchorDay, anchorMonths, currentPeriodEnd } = state
  if (status !== 'trialing')
    return extendedTime({ day: anchorDay, months: anchorMonths }, currentPeriodEnd, months, now, zone)
  const time = afterTrial(currentPeriodEnd, months, zone)
  return time.endsAt <= now ? fromNow(months, now, zone) : time
}

/**
 * Returns consecutive paid times from `startsAt`, with the given `lengths` in months. `anchor.months` is the
 * start of the first one.
 */
export function consecutiveTimes(
  anchor: Anchor,
  startsAt: Date,
  lengths: readonly number[],
  zone: string,
): PaidTime[] {
  const times: PaidTime[] = []
  for (const length of lengths) {
    const last = times.at(-1)
    const { day, months } = last?.anchor ?? anchor
    const end = { day, months: months + length }
    times.push({ anchor: end, startsAt: last?.endsAt ?? startsAt, endsAt: endAt(end, zone) })
  }
  return times
}

function endAt({ day, months }: Anchor, zone: string): Date {
  return endOf(monthsAfter(day, months), zone)
}
