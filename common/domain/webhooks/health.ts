import { DAY, later, SECOND } from '../../kit/time.ts'
import { isDelivered, isGone, type Outcome } from './settle.ts'

/** An endpoint's health: consecutive failures, the time of the first one, and the end of its pause. */
export interface Health {
  failures: number
  failingSince: Date | null
  heldUntil: Date | null
}

export const HEALTHY: Health = { failures: 0, failingSince: null, heldUntil: null }

/** From this number of failures on, an endpoint gets one attempt at a time, with pauses in between. */
export const FAILURES_IN_A_ROW = 5
/** Time between two attempts to a receiver that fails, in milliseconds. */
export const PAUSE = 30 * SECOND
/** Time without a success after which an endpoint is disabled, in milliseconds. */
export const DISABLED_AFTER = 5 * DAY

/** Concurrent deliveries to one endpoint. */
const IN_FLIGHT = 4

export function healthAfter(before: Health, outcome: Outcome, now: Date): Health {
  if (isDelivered(outcome)) return HEALTHY
  const failures = before.failures + 1
  return {
    failures,
    failingSince: before.failingSince ?? now,
    heldUntil: failures >= FAILURES_IN_A_ROW ? later(now, PAUSE) : null,
  }
}

export function inFlightAtMost(failures: number): number {
  return failures >= FAILURES_IN_A_ROW ? 1 : IN_FLIGHT
}

/** The endpoint responded 410 Gone, or no delivery has succeeded for days. */
export type DisableReason = 'gone' | 'failing'

/** Returns why an endpoint must be disabled; null if it stays active. */
export function reasonToDisable({ failingSince }: Health, outcome: Outcome, now: Date): DisableReason | null {
  if (isGone(outcome)) return 'gone'
  if (failingSince && now.getTime() - failingSince.getTime() >= DISABLED_AFTER) return 'failing'
  return null
}
