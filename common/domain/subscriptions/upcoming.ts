import type { Interval } from '../../kit/interval.ts'
import { DAY, later } from '../../kit/time.ts'
import { dayOf, daysLater, endOf } from './calendar.ts'
import type { Segment } from './credit.ts'
import type { SubscriptionStatus } from './object.ts'
import { remindersBefore } from './reminders.ts'

/** Everything that determines a subscription's next steps. */
export interface Outlook {
  status: SubscriptionStatus
  canceledAt: Date | null
  currentPeriodStart: Date
  currentPeriodEnd: Date
  graceEndsAt: Date | null
  /** Reminders up to this time have been sent or skipped. */
  remindedUntil: Date
  /** The segments that end after `currentPeriodStart`, in order. */
  segments: readonly Segment[]
  /** Billing interval of the last segment's price. */
  interval: Interval
  graceDays: number
  /** While a pending payment waits, every end is deferred until then. */
  endDeferredUntil: Date | null
  /** A payment for a renewal waits for a decision: no reminders are sent. */
  renewalWaits: boolean
  zone: string
}

/** A step that happens by time alone. */
export type Step =
  | { kind: 'remind'; at: Date; daysBefore: number }
  /** A segment that was paid ahead begins. */
  | { kind: 'begin_period'; at: Date; segment: Segment }
  | { kind: 'end_period'; at: Date }
  | { kind: 'end_grace'; at: Date }

/** Returns all steps that will happen by time alone, in order of time; the end comes last. */
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

/** Longest deferral of an end, no matter how many payments wait one after another. */
const LONGEST_DEFERRAL = 3 * DAY

function deferred(end: Date, { endDeferredUntil }: Pick<Outlook, 'endDeferredUntil'>): Date {
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
 * Returns the first step due at `now`. After an outage skips the reminders before an end, and all but the
 * latest of several reminders.
 */
export function firstDue(steps: readonly Step[], now: Date): Step | null {
  const due = steps.filter(({ at }) => at <= now)
  const over = due.some(({ kind }) => kind === 'end_period')
  const latest = due.findLast(({ kind }) => kind === 'remind')
  return due.find((step) => step.kind !== 'remind' || (step === latest && !over)) ?? null
}

/** Returns when an overdue subscription loses access: at the end of the local day `days` after its end. */
export function graceEnd(end: Date, days: number, zone: string): Date {
  return endOf(daysLater(dayOf(end, zone), days), zone)
}

/** State that determines when access ends. */
type AccessState = Pick<
  Outlook,
  'status' | 'canceledAt' | 'currentPeriodEnd' | 'graceEndsAt' | 'graceDays' | 'endDeferredUntil' | 'zone'
>

/**
 * Returns when an entitled subscription loses access, including a deferral; never before `now`. Grace counts
 * once the period is over, even before a worker has recorded that.
 */
export function accessEnd(state: AccessState, now: Date): Date {
  const { status, canceledAt, currentPeriodEnd, graceEndsAt, graceDays, zone } = state
  const isOverdue = status === 'past_due'
  let end = deferred((isOverdue ? graceEndsAt : null) ?? currentPeriodEnd, state)
  const hasGrace = status === 'active' && canceledAt === null && graceDays > 0
  if (end <= now && hasGrace) end = graceEnd(currentPeriodEnd, graceDays, zone)
  return end > now ? end : now
}
