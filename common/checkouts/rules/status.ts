export type CheckoutStatus = 'open' | 'pending' | 'complete' | 'expired'

/**
 * What a checkout is at `now`. An open one past `expires_at` is expired even before its job has run,
 * unless a payment that started in time has not ended yet.
 */
export function statusAt(
  stored: CheckoutStatus,
  expiresAt: Date,
  paying: boolean,
  now: Date,
): CheckoutStatus {
  return stored === 'open' && !paying && now >= expiresAt ? 'expired' : stored
}
