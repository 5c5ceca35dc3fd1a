import type { Problems } from '../../kit/refusal.ts'
import { DAY, later, MINUTE, monthsLater, SECOND } from '../../kit/time.ts'
import type { Purpose } from '../subscriptions/use.ts'

const LIFETIME_MONTHS = 2
/** The credit of a plan change is calculated for one day. */
const PLAN_CHANGE_LIFETIME = DAY
const MIN_LIFETIME = 30 * MINUTE
/** Tolerates this difference between a merchant's clock and ours. */
const CLOCK_TOLERANCE = 10 * SECOND

/** Adds a problem if `expires_at` is too soon or too late. */
export function checkExpiry(expiresAt: Date | undefined, now: Date, problems: Problems): void {
  if (!expiresAt || problems.has('expires_at')) return
  const soonest = later(now, MIN_LIFETIME - CLOCK_TOLERANCE)
  const latest = later(monthsLater(now, LIFETIME_MONTHS), CLOCK_TOLERANCE)
  if (expiresAt >= soonest && expiresAt <= latest) return
  const sentence = 'expires_at must be between 30 minutes and 2 months from now.'
  problems.add('validation_failed', 'expires_at', { sentence })
}

/** Returns when a checkout created at `now` expires. `purpose` is null if it has no recurring price. */
export function expiryOf(expiresAt: Date | undefined, purpose: Purpose | null, now: Date): Date {
  if (purpose === 'change') return later(now, PLAN_CHANGE_LIFETIME)
  return expiresAt ?? monthsLater(now, LIFETIME_MONTHS)
}
