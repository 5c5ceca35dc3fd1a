import type { Amount } from '../../kit/money.ts'

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
