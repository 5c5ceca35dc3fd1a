import type { CheckoutStatus } from '../object.ts'

/**
 * Who closed a checkout before its time: the merchant by the API; `outdated`, since it can no longer do
 * what it was made for; the erasure of its customer, or of the test clock they lived on.
 */
export type CheckoutClosedBy = 'merchant' | 'outdated' | 'erasure' | 'clock'

/** Whether what was closed may be bought once more by "start again": not what the merchant took back. */
export function mayStartAgain(closedBy: CheckoutClosedBy | null): boolean {
  return closedBy === null || closedBy === 'outdated'
}

/** What of a checkout's row decides how it stands. */
export interface CheckoutState {
  status: CheckoutStatus
  expiresAt: Date
  closedBy: CheckoutClosedBy | null
  activePaymentId: number | null
}

/**
 * What a checkout is at `now`, whether or not its job has run. An open one past `expires_at` is expired,
 * unless a payment that started in time has not ended yet; one that was closed is, whatever is under way.
 */
export function statusAt(
  { status, expiresAt, closedBy, activePaymentId }: CheckoutState,
  now: Date,
): CheckoutStatus {
  if (status !== 'open') return status
  const isOver = closedBy !== null || (activePaymentId === null && now >= expiresAt)
  return isOver ? 'expired' : 'open'
}
