import type { EventType } from './objects.ts'

/** Behavior that differs between Stripe's accounts, or that occurs only sometimes. */
export interface Switches {
  /** Whether an idempotency key stores error responses. Stripe always does (see idempotency.ts). */
  storesFailures: boolean
  /**
   * The `Retry-After` of a 429 in seconds, or null for none. Stripe documents only `Stripe-Rate-Limited-Reason`
   * (docs.stripe.com/rate-limits).
   */
  retryAfter: number | null
  /**
   * The largest amount by currency. The default is 99,999,999: "up to eight digits" (the package `stripe`,
   * esm/resources/PaymentIntents.d.ts, `amount`).
   */
  maximums: Record<string, number>
  /**
   * The smallest amount by currency. USD: as above. EUR and HUF: Stripe's messages quoted in public. For other currencies
   * docs.stripe.com/currencies (minimum and maximum charge amounts) has "equivalent in charge currency", which gives no
   * fixed number for MNT: no minimum is assumed.
   */
  minimums: Record<string, number>
  /** The types of events that the merchant's endpoint has enabled: docs.stripe.com/api/webhook_endpoints. */
  enabledEvents: Set<EventType>
  /**
   * Whether events wait for `deliver`. Stripe guarantees neither their order nor that each arrives once
   * (docs.stripe.com/webhooks).
   */
  holdsEvents: boolean
  /**
   * Whether a charge still counts a failed refund. Not published. Off, because the money of a failed refund returns to the
   * merchant (docs.stripe.com/refunds#failed-refunds) and can be refunded again.
   */
  countsFailedRefunds: boolean
}

export const defaultSwitches = (): Switches => ({
  storesFailures: true,
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
