import type { Amount } from '../../kit/money.ts'
import type { ProviderAnswer } from '../../methods/provider.ts'
import { isSettled, type PaymentStatus } from './status.ts'

/**
 * What a provider says otherwise than we.
 *
 * - `paid_there`: paid, of a payment that we have given up.
 * - `received_differs`, `currency_differs`: another sum has come, or in another currency.
 * - `refunded_there`: more was given back than is recorded here; `not_refunded_there`: less than it was told to.
 */
export const DISCREPANCIES = [
  'paid_there',
  'received_differs',
  'currency_differs',
  'refunded_there',
  'not_refunded_there',
] as const

export type DiscrepancyKind = (typeof DISCREPANCIES)[number]

/** How a payment stands here. */
export interface Ours {
  status: PaymentStatus
  /** In which the money came, once it has. */
  currency: string
  received: Amount
  /** All that was given back or is on its way, by hand too. */
  refunded: Amount
  /** What of it the provider was told to give back, and has said that it did. */
  refundedByProvider: Amount
  /** Whether the provider is still being asked: then nothing is amiss yet. */
  isAsked: boolean
}

export interface Compared {
  kind: DiscrepancyKind | null
  /** Whether asking once more, by the ordinary way, takes the payment further. */
  goesOn: boolean
}

/** What differs between a payment here and its provider's answer. */
export function compare(ours: Ours, theirs: ProviderAnswer): Compared {
  if (theirs.state === 'processing') return { kind: null, goesOn: ours.isAsked }
  if (isSettled(ours.status)) return { kind: ofSettled(ours, theirs), goesOn: hasComeMore(ours, theirs) }
  if (ours.isAsked) return { kind: null, goesOn: theirs.state !== 'open' }
  if (theirs.state === 'paid') return { kind: 'paid_there', goesOn: true }
  if ((theirs.received ?? 0) > ours.received) return { kind: 'received_differs', goesOn: false }
  // Not every provider tells what was given up from what waits to be paid.
  return { kind: null, goesOn: false }
}

/** Money that has come beyond what was taken is taken as well, to be given back. */
function hasComeMore(ours: Ours, theirs: Exclude<ProviderAnswer, { state: 'processing' }>): boolean {
  if (theirs.state === 'paid') return theirs.currency === ours.currency && theirs.amount > ours.received
  return (theirs.received ?? 0) > ours.received
}

function ofSettled(ours: Ours, theirs: Exclude<ProviderAnswer, { state: 'processing' }>) {
  if (theirs.state !== 'paid') {
    const { received = 0, refunded = 0 } = theirs
    const isLess = received < ours.received - ours.refunded
    if (isLess || received > ours.received) return 'received_differs'
    if (refunded > ours.refunded) return 'refunded_there'
    // By what is left: of money that went back it may not say any more that it had come.
    return received - refunded > ours.received - ours.refundedByProvider ? 'not_refunded_there' : null
  }
  if (theirs.currency !== ours.currency) return 'currency_differs'
  if (theirs.amount !== ours.received) return 'received_differs'
  if (theirs.refunded > ours.refunded) return 'refunded_there'
  if (theirs.refunded < ours.refundedByProvider) return 'not_refunded_there'
  return foreignIn(theirs, ours.currency).length > 0 ? 'currency_differs' : null
}

/** What an answer says of money in other currencies than ours is: each as an answer of its own. */
export function foreignIn(theirs: ProviderAnswer, currency: string): ProviderAnswer[] {
  if (theirs.state !== 'paid') return []
  const { beside = [], ...main } = theirs
  const others = beside.map((money) => ({ state: 'paid', ...money, refunded: 0 }) as const)
  return [main, ...others].filter((answer) => answer.currency !== currency)
}

/** What is to be done about it, in a sentence for the merchant. */
export const ADVICE: Readonly<Record<DiscrepancyKind, string>> = {
  paid_there: 'It was taken further here: see how it stands, and refund it if it can pay for nothing.',
  received_differs: "Compare it with the provider's own pages, and agree with the customer.",
  currency_differs: "Compare it with the provider's own pages, and agree with the customer.",
  refunded_there: 'Record here what was given back there: a refund with by_hand.',
  not_refunded_there: "Look at the refund on the provider's own pages.",
}
