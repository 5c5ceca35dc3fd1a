import type { EventType } from './objects.ts'

/** What differs between Stripe's accounts, or what Stripe does only at times. */
export interface Switches {
  /**
   * Whether an idempotency key keeps answers that are errors. Stripe always does (see idempotency.ts).
   */
  keepsFailures: boolean
  /**
   * Seconds in the `Retry-After` of a 429; none if it is null. Stripe documents `Stripe-Rate-Limited-Reason` alone
   * (docs.stripe.com/rate-limits).
   */
  retryAfter: number | null
  /**
   * The largest amount of each currency, if it is not 99,999,999: "up to eight digits" (the package `stripe`,
   * esm/resources/PaymentIntents.d.ts, `amount`).
   */
  maximums: Record<string, number>
  /**
   * The smallest amounts. 0.50 in dollars: as above. In euros and forints: messages of Stripe that are quoted in public.
   * Of the others docs.stripe.com/currencies (minimum and maximum charge amounts) says "equivalent in charge currency", which
   * is no fixed number for MNT: none is assumed.
   */
  minimums: Record<string, number>
  /** The types of events that the merchant's endpoint has enabled: docs.stripe.com/api/webhook_endpoints. */
  enabledEvents: Set<EventType>
  /**
   * Whether events wait for `deliver`. Stripe does not guarantee their order, nor that each comes once
   * (docs.stripe.com/webhooks).
   */
  holdsEvents: boolean
  /**
   * Whether a charge still counts a refund that has failed. Not published. Off, because the money of a failed refund comes
   * back to the merchant (docs.stripe.com/refunds#failed-refunds) and can be refunded again.
   */
  countsFailedRefunds: boolean
}

export const usual = (): Switches => ({
  keepsFailures: true,
  retryAfter: null,
  maximums: {},
  minimums: { usd: 50, eur: 50, huf: 17_500 },
  enabledEvents: new Set<EventType>([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'charge.refunded',
    'charge.refund.updated',
    'refund.updated',
    'refund.failed',
  ]),
  holdsEvents: false,
  countsFailedRefunds: false,
})
