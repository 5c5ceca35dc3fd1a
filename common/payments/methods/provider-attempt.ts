import { later, MINUTE } from '../../kit/time.ts'
import type { MethodAttempt } from './attempt.ts'

/** So long customers have to pay; also where a method names no end. */
export const LIFETIME = 30 * MINUTE
/** At its end a payment is given up at its provider, whose word ends it; a silent provider is not waited for longer. */
const GRACE = 2 * MINUTE

/** What time does to a payment whose provider says how it stands. */
export const providerAttempt: MethodAttempt = {
  claim: null,
  check: () => null,
  begin: ({ now }) => ({ status: 'started', expiresAt: later(now, LIFETIME) }),
  next: ({ status, expiresAt }) =>
    status === 'started' && expiresAt ? { step: 'give_up', at: later(expiresAt, GRACE) } : null,
}
