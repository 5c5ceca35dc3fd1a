/** What a checkout with a recurring price was made for. */
export type Purpose = 'new' | 'renew' | 'change'

export interface Intent {
  purpose: Purpose
  /** Of a renewal or a change: the subscription it is for. */
  subscriptionId: number | null
  /** The subscription's version when the checkout was made: a credit is only good for that one. */
  version: number | null
  priceId: number
}

/** A subscription that gives access, as far as money can be for it. */
export interface Held {
  id: number
  priceId: number
  scheduledPriceId: number | null
  version: number
}

/** What money does; null where nothing can be done with it. */
export type Use<Of extends Held = Held> =
  { kind: 'new' } | { kind: 'renew'; subscription: Of } | { kind: 'change'; subscription: Of } | null

/**
 * What the money of a checkout does now: what the checkout was made for, or, as a promise kept, a new
 * subscription where the old one has ended, or a renewal where the product is held at the same price.
 * `target` is the subscription it is for, `holder` the one that holds its product for the customer;
 * each null where it has ended or there is none.
 */
export function useFor<Of extends Held>(
  { purpose, version, priceId }: Intent,
  target: Of | null,
  holder: Of | null,
): Use<Of> {
  if (target && purpose === 'change' && target.version === version)
    return holder === null || holder.id === target.id ? { kind: 'change', subscription: target } : null
  const subscription = target ?? holder
  if (!subscription) return { kind: 'new' }
  return isAt(subscription, priceId) ? { kind: 'renew', subscription } : null
}

/** Whether a subscription is renewed at this price: its own, or the one that is scheduled. */
export function isAt({ priceId, scheduledPriceId }: Held, id: number): boolean {
  return id === priceId || id === scheduledPriceId
}

/**
 * Whether a checkout can still do what it was made for. Money that arrives all the same may do more
 * than that: a purchase of what is held by now renews it, but nobody is asked to pay for that.
 */
export function stillFits({ purpose }: Intent, use: Use): boolean {
  if (use === null) return false
  if (purpose === 'new') return use.kind === 'new'
  return purpose === 'renew' || use.kind !== 'renew'
}
