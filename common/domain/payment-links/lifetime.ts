import { DAY, later, MINUTE } from '../../kit/time.ts'

/** The customer can open the link again, so an abandoned checkout need not live for months. */
const LIFETIME = DAY
/** The shortest time to pay, also for a customer who comes a moment before the link ends. */
const SHORTEST = 30 * MINUTE

/** Returns when a checkout that a link opens at `now` expires: after a day, or when the link ends. */
export function linkCheckoutExpiry(endsAt: Date | null, now: Date): Date {
  const latest = later(now, LIFETIME)
  if (endsAt === null || endsAt >= latest) return latest
  const soonest = later(now, SHORTEST)
  return endsAt > soonest ? endsAt : soonest
}
