import type { Amount } from '../../kit/money.ts'
import { DAY } from '../../kit/time.ts'

/** Time that was paid for: from `startsAt` up to, and without, `endsAt`. */
export interface Segment {
  startsAt: Date
  endsAt: Date
  priceId: number
  /** Money paid plus credit used for it; discounts are worth nothing later. */
  value: Amount
}

/**
 * What the time still unused is worth at `now`: for each segment its value by the share of its
 * milliseconds that is left, rounded down.
 */
export function unusedCredit(segments: readonly Segment[], now: Date): Amount {
  return segments.reduce((credit, segment) => credit + unusedOf(segment, now), 0)
}

function unusedOf({ startsAt, endsAt, value }: Segment, now: Date): Amount {
  const whole = endsAt.getTime() - startsAt.getTime()
  const left = endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())
  if (left <= 0 || whole <= 0) return 0
  return Number((BigInt(value) * BigInt(left)) / BigInt(whole))
}

/** Days still unused, of all the days they are part of, and the plan that they were paid for. */
export interface CreditDays {
  left: number
  whole: number
  plan: string
}

/** The days behind a credit at `now`, counted over the paid time that has not ended; null where none is left. */
export function daysOf(segments: readonly Segment[], now: Date): Omit<CreditDays, 'plan'> | null {
  const first = segments[0]?.startsAt
  const last = segments.at(-1)?.endsAt
  if (!first || !last) return null
  const days = (from: Date) => Math.max(1, Math.round((last.getTime() - from.getTime()) / DAY))
  return { left: days(now), whole: days(first) }
}
