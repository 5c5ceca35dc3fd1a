import type { LINK_STATUSES } from './object.ts'

/** The parts of a link that decide whether it sells. */
export interface LinkState {
  active: boolean
  endsAt: Date | null
  maxSales: number | null
  timesSold: number
}

/** Returns whether a link sells at `now`, or why not. */
export function linkStatusAt(
  { active, endsAt, maxSales, timesSold }: LinkState,
  now: Date,
): (typeof LINK_STATUSES)[number] {
  if (!active) return 'inactive'
  if (endsAt !== null && now >= endsAt) return 'ended'
  return maxSales !== null && timesSold >= maxSales ? 'sold_out' : 'active'
}
