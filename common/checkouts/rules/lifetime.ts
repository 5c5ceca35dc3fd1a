import type { Problems } from '../../kit/refusal.ts'
import { DAY, later, MINUTE, monthsLater, SECOND } from '../../kit/time.ts'
import type { Purpose } from '../../subscriptions/rules/use.ts'

const LIFETIME_MONTHS = 2
/** The credit of a plan change is worked out for one day. */
const PLAN_CHANGE_LIFETIME = DAY
const SHORTEST = 30 * MINUTE
/** A merchant's clock may differ from ours by this much. */
const CLOCKS_DIFFER = 10 * SECOND

/** Refuses an `expires_at` that is sooner or later than a checkout may end. */
export function checkExpiry(expiresAt: Date | undefined, now: Date, problems: Problems): void {
  if (!expiresAt || problems.has('expires_at')) return
  const soonest = later(now, SHORTEST - CLOCKS_DIFFER)
  const latest = later(monthsLater(now, LIFETIME_MONTHS), CLOCKS_DIFFER)
  if (expiresAt >= soonest && expiresAt <= latest) return
  const say = 'expires_at must be between 30 minutes and 2 months from now.'
  problems.add('validation_failed', 'expires_at', { say })
}

/** When a checkout made at `now` ends; `purpose` is null where no price of it is recurring. */
export function expiryOf(expiresAt: Date | undefined, purpose: Purpose | null, now: Date): Date {
  if (purpose === 'change') return later(now, PLAN_CHANGE_LIFETIME)
  return expiresAt ?? monthsLater(now, LIFETIME_MONTHS)
}
