import type { Amount } from '../../kit/money.ts'
import type { ProviderAnswer } from '../../methods/provider.ts'
import { isSettled, type PaymentStatus } from './status.ts'

/**
 * How a provider's record of a payment can differ from ours.
 *
 * - `paid_there`: the payment is paid at the provider, but was given up here.
 * - `received_differs`, `currency_differs`: the provider received another amount, or another currency.
 * - `refunded_there`: the provider refunded more than is recorded here. `not_refunded_there`: it refunded
 *   less than it had confirmed.
 */
export const DISCREPANCIES = [
  'paid_there',
  'received_differs',
  'currency_differs',
  'refunded_there',
  'not_refunded_there',
] as const

export type DiscrepancyKind = (typeof DISCREPANCIES)[number]

/** A payment in our records. */
export interface OurRecord {
  status: PaymentStatus
  /** The currency of the received money. */
  currency: string
  received: Amount
  /** The sum of all refunds that have succeeded or are pending, also those by hand. */
  refunded: Amount
  /** The sum of the refunds that the provider has confirmed. */
  refundedByProvider: Amount
  /** Whether the next call to the provider is planned. It may remove the difference. */
  isAsked: boolean
}

export interface Comparison {
  kind: DiscrepancyKind | null
  /** Whether a normal call to the provider would change our record. */
  needsCall: boolean
}

/** Compares our record of a payment with its provider's answer. */
export function compare(ours: OurRecord, theirs: ProviderAnswer): Comparison {
  if (theirs.state === 'processing') return { kind: null, needsCall: ours.isAsked }
  if (isSettled(ours.status))
    return { kind: compareSettled(ours, theirs), needsCall: hasMoreMoney(ours, theirs) }
  if (ours.isAsked) return { kind: null, needsCall: theirs.state !== 'open' }
  if (theirs.state === 'paid') return { kind: 'paid_there', needsCall: true }
  if ((theirs.received ?? 0) > ours.received) return { kind: 'received_differs', needsCall: false }
  // Some providers do not distinguish a canceled payment from an open one.
  return { kind: null, needsCall: false }
}

/**
 * Returns whether the provider has received more than we recorded. The next call records it, so that it can
 * be refunded.
 */
function hasMoreMoney(ours: OurRecord, theirs: Exclude<ProviderAnswer, { state: 'processing' }>): boolean {
  if (theirs.state === 'paid') return theirs.currency === ours.currency && theirs.amount > ours.received
  return (theirs.received ?? 0) > ours.received
}

function compareSettled(ours: OurRecord, theirs: Exclude<ProviderAnswer, { state: 'processing' }>) {
  if (theirs.state !== 'paid') {
    const { received = 0, refunded = 0 } = theirs
    const isLess = received < ours.received - ours.refunded
    if (isLess || received > ours.received) return 'received_differs'
    if (refunded > ours.refunded) return 'refunded_there'
    // Compares the rest: a provider may no longer count refunded money as received.
    return received - refunded > ours.received - ours.refundedByProvider ? 'not_refunded_there' : null
  }
  if (theirs.currency !== ours.currency) return 'currency_differs'
  if (theirs.amount !== ours.received) return 'received_differs'
  if (theirs.refunded > ours.refunded) return 'refunded_there'
  if (theirs.refunded < ours.refundedByProvider) return 'not_refunded_there'
  return foreignMoneyIn(theirs, ours.currency).length > 0 ? 'currency_differs' : null
}

/** Returns an answer for each other currency in which the provider has received money. */
export function foreignMoneyIn(theirs: ProviderAnswer, currency: string): ProviderAnswer[] {
  if (theirs.state !== 'paid') return []
  const { otherMoney: others = [], ...main } = theirs
  const answers = others.map((money) => ({ state: 'paid', ...money, refunded: 0 }) as const)
  return [main, ...answers].filter((answer) => answer.currency !== currency)
}

/** The advice to the merchant about each kind of discrepancy. */
export const ADVICE: Readonly<Record<DiscrepancyKind, string>> = {
  paid_there: 'The money is now recorded here. If the status is refund_required, refund it.',
  received_differs: "Compare it with the provider's own pages, then contact the customer.",
  currency_differs: "Compare it with the provider's own pages, then contact the customer.",
  refunded_there: 'Record the refund here too: create a refund with by_hand: true.',
  not_refunded_there: "Check the refund on the provider's own pages.",
}
