import { later, MINUTE } from '../../kit/time.ts'

/** Delay after which a row is overdue, in milliseconds: neither a turn nor a scanner has taken it. */
export const OVERDUE = 2.5 * MINUTE

/** Rows due by this time are overdue at `now`. */
export function overdueBy(now: Date): Date {
  return later(now, -OVERDUE)
}
