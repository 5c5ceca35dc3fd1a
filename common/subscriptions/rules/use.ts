/** What a checkout with a recurring price was made for. */
export type Purpose = 'new' | 'renew' | 'change'

export interface Intent {
  purpose: Purpose
  /** Of a renewal or a change: the subscription it is for. */
  subscriptionId: number | null
  /** The subscription's version when the checkout was made: a credit is only good for that one. */
  version: number | null
  priceId: number
  /** Whether unused time pays for a part of it. */
  hasCredit: boolean
  /** Whether the merchant took something off this very order. */
  hasDiscounts: boolean
}

/** A subscription that gives access, as far as money can be for it. */
export interface EntitledSubscription {
  id: number
  priceId: number
  scheduledPriceId: number | null
  /** Whether a renewal at the scheduled price is paid: the next time is sold at that price alone. */
  isSchedulePaid: boolean
  version: number
}

/** What money does; null where nothing can be done with it. */
export type Use<Of extends EntitledSubscription = EntitledSubscription> =
  { kind: 'new' } | { kind: 'renew'; subscription: Of } | { kind: 'change'; subscription: Of } | null

/**
 * What the money of a checkout does now: what the checkout was made for, or, as a promise kept, a new
 * subscription where the old one has ended, or a renewal where the product is held at the same price.
 * A lowered price is for what it was lowered for and nothing else: with a credit it is the plan change
 * or nothing, and a first purchase with direct discounts renews nothing.
 * `target` is the subscription it is for, `owner` the one that has its product for the customer; each
 * null where it has ended or there is none.
 */
export function useFor<Of extends EntitledSubscription>(
  { purpose, version, priceId, hasCredit, hasDiscounts }: Intent,
  target: Of | null,
  owner: Of | null,
): Use<Of> {
  if (target && purpose === 'change' && target.version === version)
    return owner === null || owner.id === target.id ? { kind: 'change', subscription: target } : null
  if (hasCredit) return null
  const subscription = target ?? owner
  if (!subscription) return { kind: 'new' }
  if (purpose === 'new' && hasDiscounts) return null
  return isAt(subscription, priceId) ? { kind: 'renew', subscription } : null
}

/** Whether a price names the renewal of a subscription: its own, or the one that is scheduled. */
export function namesRenewal({ priceId, scheduledPriceId }: EntitledSubscription, id: number): boolean {
  return id === priceId || id === scheduledPriceId
}

/** Whether money at this price renews a subscription. At its own price not where the change is paid for. */
export function isAt(subscription: EntitledSubscription, id: number): boolean {
  return subscription.isSchedulePaid ? id === subscription.scheduledPriceId : namesRenewal(subscription, id)
}

/**
 * Whether a checkout can still do what it was made for. Money that arrives all the same may do more
 * than that: a purchase of what is held by now renews it, but nobody is asked to pay for that.
 */
export function isAsIntended({ purpose }: Intent, use: Use): boolean {
  if (use === null) return false
  if (purpose === 'new') return use.kind === 'new'
  return purpose === 'renew' || use.kind !== 'renew'
}
