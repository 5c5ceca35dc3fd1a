import { Refusal } from '../../kit/refusal.ts'
import type { SubscriptionStatus } from './object.ts'

export type Trigger =
  | 'payment'
  | 'payment_returned'
  | 'trial_end'
  | 'period_end'
  | 'period_end_with_grace'
  | 'grace_end'
  | 'cancel'

/** All allowed transitions. */
const moves: Record<SubscriptionStatus, Partial<Record<Trigger, SubscriptionStatus>>> = {
  trialing: { payment: 'active', trial_end: 'canceled', cancel: 'canceled' },
  active: {
    payment: 'active',
    payment_returned: 'trialing', // paid during the trial, and refunded before it ended
    period_end: 'canceled',
    period_end_with_grace: 'past_due',
    cancel: 'canceled',
  },
  past_due: { payment: 'active', grace_end: 'canceled', cancel: 'canceled' },
  canceled: {},
}

/** Returns the status after `trigger`. Throws 409 `subscription_canceled` for a canceled subscription. */
export function move(from: SubscriptionStatus, trigger: Trigger): SubscriptionStatus {
  const to = moves[from][trigger]
  if (to) return to
  if (from === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  throw new Error(`no move from ${from} by ${trigger}`) // a bug, not an error of the API's caller
}

/** Returns whether a status gives access. */
export function isEntitled(status: SubscriptionStatus): boolean {
  return status !== 'canceled'
}
