import type { Amount } from '../../kit/money.ts'
import { DAY } from '../../kit/time.ts'

/** Paid time from `startsAt` (inclusive) to `endsAt` (exclusive). */
export interface Segment {
  startsAt: Date
  endsAt: Date
  priceId: number
  /** Money paid and not refunded, plus credit used. Discounts do not count. */
  value: Amount
}

/**
 * Returns the value of the unused time at `now`: each segment's value times its unused share, counted in
 * milliseconds. Rounded up to a whole unit, and never more than the value.
 */
export function unusedCredit(segments: readonly Segment[], now: Date): Amount {
  return segments.reduce((credit, segment) => credit + unusedOf(segment, now), 0)
}

function unusedOf({ startsAt, endsAt, value }: Segment, now: Date): Amount {
  const whole = endsAt.getTime() - startsAt.getTime()
  const left = endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())
  if (left <= 0 || whole <= 0) return 0
  return Number((BigInt(value) * BigInt(left) + BigInt(whole - 1)) / BigInt(whole))
}

/** Unused days, total days and the plan that they were paid for. */
export interface CreditDays {
  left: number
  whole: number
  plan: string
}

/** Returns the days behind a credit at `now`, counted over the segments that have not ended; null if none is left. */
export function daysOf(segments: readonly Segment[], now: Date): Omit<CreditDays, 'plan'> | null {
  const first = segments[0]?.startsAt
  const last = segments.at(-1)?.endsAt
  if (!first || !last) return null
  const days = (from: Date) => Math.max(1, Math.round((last.getTime() - from.getTime()) / DAY))
  return { left: days(now), whole: days(first) }
}
