/** Purpose for which a checkout with a recurring price was created. */
export type Purpose = 'new' | 'renew' | 'change'

export interface Intent {
  purpose: Purpose
  /** The subscription to renew or change; null for a new one. */
  subscriptionId: number | null
  /** The subscription's version when the checkout was created: a credit is only valid for that one. */
  version: number | null
  priceId: number
  /** True if a credit pays for a part of it. */
  hasCredit: boolean
  /** True if the merchant gave direct discounts on this order. */
  hasDiscounts: boolean
}

/** A subscription that gives access, with the fields that decide how money is used. */
export interface EntitledSubscription {
  id: number
  priceId: number
  scheduledPriceId: number | null
  /** True if a renewal at the scheduled price is paid: further renewals are sold only at that price. */
  isSchedulePaid: boolean
  version: number
}

/** Use of a payment; null if it cannot be used. */
export type Use<Of extends EntitledSubscription = EntitledSubscription> =
  { kind: 'new' } | { kind: 'renew'; subscription: Of } | { kind: 'change'; subscription: Of } | null

/**
 * Decides how the money of a checkout is used now. Usually for the checkout's purpose. Otherwise it buys a new
 * subscription if the old one has ended, or renews one of the same product and price. A reduced
 * price counts only for its purpose: a plan change with credit never becomes anything else, and a first
 * purchase with direct discounts never renews. `target` is the checkout's subscription, `owner` the one that
 * holds the product for the customer; each is null if it has ended or does not exist.
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
  return renewsAt(subscription, priceId) ? { kind: 'renew', subscription } : null
}

/** Returns whether a checkout at this price is a renewal: it is the subscription's current or scheduled price. */
export function isRenewalPrice({ priceId, scheduledPriceId }: EntitledSubscription, id: number): boolean {
  return id === priceId || id === scheduledPriceId
}

/** Returns whether money at this price renews a subscription: only the scheduled price once that is paid. */
export function renewsAt(subscription: EntitledSubscription, id: number): boolean {
  return subscription.isSchedulePaid ? id === subscription.scheduledPriceId : isRenewalPrice(subscription, id)
}

/**
 * Returns whether a checkout can still serve its purpose. Money that has already arrived may be used otherwise,
 * such as a renewal of a subscription created meanwhile, but no customer is asked to pay for that.
 */
export function isAsIntended({ purpose }: Intent, use: Use): boolean {
  if (use === null) return false
  if (purpose === 'new') return use.kind === 'new'
  return purpose === 'renew' || use.kind !== 'renew'
}
