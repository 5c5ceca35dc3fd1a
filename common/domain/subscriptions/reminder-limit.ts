import { HOUR, later } from '../../kit/time.ts'

/** The shortest time between two emails about an overdue subscription to the same address. */
const BETWEEN_EMAILS = HOUR

/** An email about an overdue subscription. */
interface OverdueEmail {
  recipient: string
  at: Date
}

/**
 * Returns when the renewal link of an overdue subscription can be emailed again; null if it can be emailed now. `last` is the
 * newest email about it.
 */
export function nextOverdueEmailAt(
  last: OverdueEmail | null | undefined,
  address: string,
  now: Date,
): Date | null {
  // A corrected address gets the link at once.
  if (!last || last.recipient !== address) return null
  const next = later(last.at, BETWEEN_EMAILS)
  return next > now ? next : null
}
