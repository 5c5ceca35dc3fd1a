import type { Interval } from '../../kit/interval.ts'
import { DAY, later } from '../../kit/time.ts'
import type { SubscriptionStatus } from '../object.ts'
import { dayOf, daysLater, endOf } from './calendar.ts'
import type { Segment } from './credit.ts'
import { remindersBefore } from './reminders.ts'

/** What decides about a subscription's future if nobody acts. */
export interface Outlook {
  status: SubscriptionStatus
  canceledAt: Date | null
  currentPeriodStart: Date
  currentPeriodEnd: Date
  graceEndsAt: Date | null
  /** Reminders up to here are seen to. */
  remindedUntil: Date
  /** The segments that end after `currentPeriodStart`, in order. */
  segments: readonly Segment[]
  /** How often the last segment's price is paid. */
  interval: Interval
  graceDays: number
  /** While a reported transfer waits, every end is held back until here. */
  endDeferredUntil: Date | null
  /** A renewal's transfer is reported: whoever has paid is not reminded to. */
  renewalWaits: boolean
  zone: string
}

/** A step that time takes by itself. */
export type Step =
  | { kind: 'remind'; at: Date; daysBefore: number }
  /** A segment that was paid for ahead begins. */
  | { kind: 'begin_period'; at: Date; segment: Segment }
  | { kind: 'end_period'; at: Date }
  | { kind: 'end_grace'; at: Date }

/** Everything that will happen if nobody acts, in order of time; what ends it comes last. */
export function upcoming(outlook: Outlook): Step[] {
  const { status, currentPeriodEnd, graceEndsAt } = outlook
  if (status === 'canceled') return []
  if (status === 'past_due')
    return [{ kind: 'end_grace', at: deferred(graceEndsAt ?? currentPeriodEnd, outlook) }]
  return [
    ...reminders(outlook),
    ...advances(outlook),
    { kind: 'end_period' as const, at: deferred(currentPeriodEnd, outlook) },
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** An end is put off for the merchant's three days at most, however many transfers wait one after another. */
const LONGEST_DEFERRAL = 3 * DAY

function deferred(end: Date, { endDeferredUntil }: Outlook): Date {
  if (!endDeferredUntil || endDeferredUntil <= end) return end
  const longest = later(end, LONGEST_DEFERRAL)
  return endDeferredUntil < longest ? endDeferredUntil : longest
}

function reminders({
  canceledAt,
  renewalWaits,
  currentPeriodEnd,
  remindedUntil,
  interval,
  zone,
}: Outlook): Step[] {
  if (canceledAt || renewalWaits) return []
  return remindersBefore(currentPeriodEnd, interval.unit, zone)
    .filter(({ at }) => at > remindedUntil)
    .map((reminder) => ({ kind: 'remind', ...reminder }))
}

function advances({ segments, currentPeriodStart }: Outlook): Step[] {
  return segments
    .filter(({ startsAt }) => startsAt > currentPeriodStart)
    .map((segment) => ({ kind: 'begin_period', at: segment.startsAt, segment }))
}

/**
 * The first of these steps that is due at `now`. After an outage an end comes without the reminders
 * before it, and of several reminders only the latest.
 */
export function firstDue(steps: readonly Step[], now: Date): Step | null {
  const due = steps.filter(({ at }) => at <= now)
  const over = due.some(({ kind }) => kind === 'end_period')
  const latest = due.findLast(({ kind }) => kind === 'remind')
  return due.find((step) => step.kind !== 'remind' || (step === latest && !over)) ?? null
}

/** Until when an overdue subscription keeps its access: the whole local day `days` after its end. */
export function graceEnd(end: Date, days: number, zone: string): Date {
  return endOf(daysLater(dayOf(end, zone), days), zone)
}
