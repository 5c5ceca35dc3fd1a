import type { CheckoutStatus } from './object.ts'

/**
 * Why a checkout was closed before its time: `merchant`, by the API; `outdated`, it can no longer do what it was
 * created for; `erasure` of its customer; or deletion of its test clock (`clock`).
 */
export type CheckoutClosedBy = 'merchant' | 'outdated' | 'erasure' | 'clock'

/** Returns whether a closed checkout may be bought again by "start again". Not if the merchant closed it. */
export function mayStartAgain(closedBy: CheckoutClosedBy | null): boolean {
  return closedBy === null || closedBy === 'outdated'
}

/** The columns of a checkout that decide its status. */
export interface CheckoutState {
  status: CheckoutStatus
  expiresAt: Date
  closedBy: CheckoutClosedBy | null
  activePaymentId: number | null
}

/**
 * Returns the status of a checkout at `now`, whether or not its job has run. An open checkout past `expires_at` is
 * expired, unless a payment that started in time is still in progress. A closed checkout is always expired.
 */
export function statusAt(
  { status, expiresAt, closedBy, activePaymentId }: CheckoutState,
  now: Date,
): CheckoutStatus {
  if (status !== 'open') return status
  const isOver = closedBy !== null || (activePaymentId === null && now >= expiresAt)
  return isOver ? 'expired' : 'open'
}
