import { later } from '../../kit/time.ts'
import type { DeliveryStatus } from '../deliveries/object.ts'
import { nextAttempt } from './schedule.ts'

/** Where a delivery stands. `tries` counts the schedule's attempts; `dueAt` is null unless it is pending. */
export interface DeliveryState {
  status: DeliveryStatus
  tries: number
  dueAt: Date | null
  /** How often it is still to be sent again once it has arrived: a rehearsal's duplicates. */
  repeats: number
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

/** In milliseconds: after the receiver has seen the first, and soon enough to look at. */
const BETWEEN_REPEATS = 100

const HONOURS_RETRY_AFTER = new Set([429, 503])

/** Where a delivery stands after an attempt. One that was asked for by hand uses no step of the schedule. */
export function nextState(before: DeliveryState, outcome: Outcome, now: Date, chance: number): DeliveryState {
  if (isDelivered(outcome)) {
    const tries = before.tries + (before.resent ? 0 : 1)
    const arrived = { status: 'succeeded', dueAt: null } as const
    if (before.repeats === 0) return { ...arrived, tries, repeats: 0, resent: null }
    const dueAt = later(now, BETWEEN_REPEATS)
    return { status: 'pending', tries, dueAt, repeats: before.repeats - 1, resent: arrived }
  }
  if (before.resent) return { ...before, ...before.resent, resent: null }
  const tries = before.tries + 1
  const askedFor = HONOURS_RETRY_AFTER.has(outcome.statusCode ?? 0) ? outcome.retryAfter : null
  const dueAt = isGone(outcome) ? null : nextAttempt(tries, now, chance, askedFor)
  return { ...before, status: dueAt ? 'pending' : 'failed', tries, dueAt, resent: null }
}
