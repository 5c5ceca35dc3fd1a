import { later, MINUTE } from '../kit/time.ts'
import type { MethodAttempt } from './attempt.ts'

/** Time for customers to pay, also for methods that set no expiry. */
export const LIFETIME = 30 * MINUTE
/** At expiry the provider is asked to cancel; if it does not respond within this time, the payment ends anyway. */
const GRACE = 2 * MINUTE

/** Lifecycle of a payment whose provider reports its state. */
export const providerAttempt: MethodAttempt = {
  manual: null,
  check: () => null,
  begin: ({ now }) => ({ status: 'started', expiresAt: later(now, LIFETIME) }),
  next: ({ status, expiresAt }) =>
    status === 'started' && expiresAt ? { step: 'give_up', at: later(expiresAt, GRACE) } : null,
}
