import { MINUTE, SECOND, later } from '../../kit/time.ts'
import { earliest } from '../rules/method.ts'
import type { PaymentMethod } from './method.ts'

const OUTCOMES = ['succeeds', 'declined', 'delayed', 'never'] as const
type Outcome = (typeof OUTCOMES)[number]

const LIFETIME = 30 * MINUTE
const DELAY = 5 * SECOND

/** Pretends to pay, in test mode: the customer picks on the page how it ends. */
export const test: PaymentMethod = {
  name: 'test',
  offered: ({ isTest }) => isTest,
  check: ({ test_outcome: outcome }) =>
    OUTCOMES.includes(outcome as Outcome)
      ? null
      : { field: 'test_outcome', problem: 'test_outcome_required' },
  begin: (_scope, { test_outcome: outcome }, now) => {
    if (outcome === 'succeeds') return { status: 'paid' }
    if (outcome === 'declined')
      return { status: 'failed', failureMessage: 'The test payment was declined, as chosen.' }
    return { status: 'started', expiresAt: later(now, LIFETIME), details: { outcome } }
  },
  next: ({ status, details, createdAt, expiresAt }) => {
    if (status !== 'started' || !expiresAt) return null
    const end = { step: 'give_up', at: expiresAt } as const
    return details?.outcome === 'delayed'
      ? earliest([{ step: 'succeed', at: later(createdAt, DELAY) }, end])
      : end
  },
}
