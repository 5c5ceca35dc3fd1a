import { nextAttempt } from './schedule.ts'

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'canceled'

/** Where a delivery stands. `tries` counts the schedule's attempts; `dueAt` is null unless it is pending. */
export interface Standing {
  status: DeliveryStatus
  tries: number
  dueAt: Date | null
  /** Where it stood when somebody asked to send it again, until that one attempt is over. */
  resent: { status: DeliveryStatus; dueAt: Date | null } | null
}

/** What came of one attempt. `statusCode` is null where no answer came. */
export interface Outcome {
  statusCode: number | null
  /** The receiver's Retry-After in milliseconds. */
  retryAfter: number | null
}

export function isDelivered({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

/** The receiver wants nothing more, ever. */
export function isGone({ statusCode }: Outcome): boolean {
  return statusCode === 410
}

const WAITS_AS_TOLD = new Set([429, 503])

/** Where a delivery stands after an attempt. One that was asked for by hand uses no step of the schedule. */
export function settle(before: Standing, outcome: Outcome, now: Date, chance: number): Standing {
  if (isDelivered(outcome))
    return { status: 'succeeded', tries: before.tries + (before.resent ? 0 : 1), dueAt: null, resent: null }
  if (before.resent) return { ...before, ...before.resent, resent: null }
  const tries = before.tries + 1
  const askedFor = WAITS_AS_TOLD.has(outcome.statusCode ?? 0) ? outcome.retryAfter : null
  const dueAt = isGone(outcome) ? null : nextAttempt(tries, now, chance, askedFor)
  return { status: dueAt ? 'pending' : 'failed', tries, dueAt, resent: null }
}
