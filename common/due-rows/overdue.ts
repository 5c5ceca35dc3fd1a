import { later, MINUTE } from '../kit/time.ts'

/** A row this late, in milliseconds, was missed by its job and by the scanner: two minutes' lease, and a look. */
const OVERDUE = 2.5 * MINUTE

/** What was due by then is overdue at `now`. */
export function overdueBy(now: Date): Date {
  return later(now, -OVERDUE)
}
