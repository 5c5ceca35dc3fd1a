import { later, MINUTE, SECOND } from '../../kit/time.ts'
import type { MethodAttempt } from '../attempt.ts'

/** The outcomes that a customer can choose. The first one is selected initially. */
export const OUTCOMES = ['succeeds', 'declined', 'delayed', 'never'] as const
type Outcome = (typeof OUTCOMES)[number]

const LIFETIME = 30 * MINUTE
const DELAY = 5 * SECOND

export const attempt: MethodAttempt = {
  manual: null,
  check: ({ test_outcome: outcome }) =>
    OUTCOMES.includes(outcome as Outcome)
      ? null
      : { field: 'test_outcome', problem: 'test_outcome_required' },
  begin: ({ form: { test_outcome: outcome }, now }) => {
    if (outcome === 'succeeds') return { status: 'paid' }
    if (outcome === 'declined')
      return { status: 'failed', failureMessage: 'The test payment was declined, as chosen.' }
    return { status: 'started', expiresAt: later(now, LIFETIME), details: { outcome } }
  },
  next: ({ status, details, createdAt, expiresAt }) => {
    if (status !== 'started' || !expiresAt) return null
    return details?.outcome === 'delayed'
      ? { step: 'succeed', at: later(createdAt, DELAY) }
      : { step: 'give_up', at: expiresAt }
  },
}
