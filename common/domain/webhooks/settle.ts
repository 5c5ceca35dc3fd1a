import { later } from '../../kit/time.ts'
import type { DeliveryStatus } from './deliveries/object.ts'
import { nextAttempt } from './schedule.ts'

/** State of a delivery. `tries` counts scheduled attempts; `dueAt` is null unless it is pending. */
export interface DeliveryState {
  status: DeliveryStatus
  tries: number
  dueAt: Date | null
  /** Number of repeats to send after a success: a rehearsal's duplicates. */
  repeats: number
  /** State before a resend by hand, until that attempt is over. */
  resent: { status: DeliveryStatus; dueAt: Date | null } | null
}

/** Result of one attempt. `statusCode` is null if there was no response. */
export interface Outcome {
  statusCode: number | null
  /** The receiver's Retry-After in milliseconds. */
  retryAfter: number | null
}

export function isDelivered({ statusCode }: Pick<Outcome, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

/** Returns whether the receiver responded 410 Gone: it wants no more events. */
export function isGone({ statusCode }: Outcome): boolean {
  return statusCode === 410
}

/** Pause before a duplicate in milliseconds: after the original was handled, and short enough to watch. */
const BETWEEN_REPEATS = 100

const HONOURS_RETRY_AFTER = new Set([429, 503])

/** Returns a delivery's state after an attempt. A resend by hand does not use up a scheduled attempt. */
export function nextState(before: DeliveryState, outcome: Outcome, now: Date, chance: number): DeliveryState {
  if (isDelivered(outcome)) {
    const tries = before.tries + (before.resent ? 0 : 1)
    const succeeded = { status: 'succeeded', dueAt: null } as const
    if (before.repeats === 0) return { ...succeeded, tries, repeats: 0, resent: null }
    const dueAt = later(now, BETWEEN_REPEATS)
    return { status: 'pending', tries, dueAt, repeats: before.repeats - 1, resent: succeeded }
  }
  if (before.resent) return { ...before, ...before.resent, resent: null }
  const tries = before.tries + 1
  const askedFor = HONOURS_RETRY_AFTER.has(outcome.statusCode ?? 0) ? outcome.retryAfter : null
  const dueAt = isGone(outcome) ? null : nextAttempt(tries, now, chance, askedFor)
  return { ...before, status: dueAt ? 'pending' : 'failed', tries, dueAt, resent: null }
}
