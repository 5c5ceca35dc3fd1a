import { DAY, later, SECOND } from '../../kit/time.ts'
import { isDelivered, isGone, type Outcome } from './settle.ts'

/** How an endpoint has been doing: failed attempts in a row, since when, and until when it is left alone. */
export interface Health {
  failures: number
  failingSince: Date | null
  heldUntil: Date | null
}

export const WELL: Health = { failures: 0, failingSince: null, heldUntil: null }

/** From here on an endpoint is asked by one attempt at a time, and left alone in between. */
const FAILURES_IN_A_ROW = 5
const PAUSE = 30 * SECOND
const DISABLED_AFTER = 5 * DAY

/** How many deliveries of one endpoint may be on their way at once. */
const IN_FLIGHT = 4

export function healthAfter(before: Health, outcome: Outcome, now: Date): Health {
  if (isDelivered(outcome)) return WELL
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

/** It wants nothing more, or nothing has reached it for days. */
export type DisableReason = 'gone' | 'failing'

/** Why nothing more should be sent to an endpoint; null where it may go on. */
export function reasonToDisable({ failingSince }: Health, outcome: Outcome, now: Date): DisableReason | null {
  if (isGone(outcome)) return 'gone'
  if (failingSince && now.getTime() - failingSince.getTime() >= DISABLED_AFTER) return 'failing'
  return null
}
