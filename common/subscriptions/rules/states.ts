import { Refusal } from '../../kit/refusal.ts'
import type { SubscriptionStatus } from '../object.ts'

export type Trigger =
  'payment' | 'trial_end' | 'period_end' | 'period_end_with_grace' | 'grace_end' | 'cancel'

/** A move that is not in the table does not exist. */
const moves: Record<SubscriptionStatus, Partial<Record<Trigger, SubscriptionStatus>>> = {
  trialing: { payment: 'active', trial_end: 'canceled', cancel: 'canceled' },
  active: {
    payment: 'active',
    period_end: 'canceled',
    period_end_with_grace: 'past_due',
    cancel: 'canceled',
  },
  past_due: { payment: 'active', grace_end: 'canceled', cancel: 'canceled' },
  canceled: {},
}

/** Where `trigger` leads. A canceled subscription goes nowhere: 409 `subscription_canceled`. */
export function move(from: SubscriptionStatus, trigger: Trigger): SubscriptionStatus {
  const to = moves[from][trigger]
  if (to) return to
  if (from === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  throw new Error(`no move from ${from} by ${trigger}`) // asking was our mistake, not the caller's
}

/** Access stays open. */
export function isEntitled(status: SubscriptionStatus): boolean {
  return status !== 'canceled'
}
