import type { CheckoutObject } from '../checkouts/object.ts'
import type { InvoiceObject } from '../invoices/object.ts'
import type { Amount } from '../kit/money.ts'
import type { Discrepancy, PaymentObject } from '../payments/object.ts'
import type { PriceObject } from '../prices/object.ts'
import type { Seller } from '../projects/object.ts'
import type { SubscriptionObject } from '../subscriptions/object.ts'

/** What an email about money is about, as it was when the email was written. */
export type PaidPayload = { checkout: CheckoutObject } | { invoice: InvoiceObject }

/** What a receipt says: what was paid, and the merchant's legal line. */
export type ReceiptPayload = PaidPayload & { project: Seller }

/** To the merchant: a customer says that this transfer was made. */
export type TransferReportedPayload = PaidPayload & {
  payment: PaymentObject
  /** Until when the link to the page of the decision works. */
  link_expires_at: string
}

/** A transfer that waits, as the merchant is reminded of it. */
export interface WaitingTransfer {
  payment_id: number
  amount: Amount
  /** What of it has come. */
  amount_received: Amount
  currency: string
  reference: string | null
  client_reference_id: string | null
  claimed_at: string
  expires_at: string | null
}

/** To the merchant, once a day: what waits for a decision, the oldest first. */
export interface TransfersWaitingPayload {
  /** When it was written, by the time that the transfers live in. */
  now: string
  /** Those that are named, of `count` that wait. */
  transfers: WaitingTransfer[]
  count: number
  link_expires_at: string
}

/** To the merchant: this money has arrived and can buy nothing any more. */
export type RefundRequiredPayload = PaidPayload & { payment: PaymentObject }

/** To the merchant: the provider says otherwise of this payment than we. */
export type PaymentDiscrepancyPayload = PaidPayload & { payment: PaymentObject; discrepancy: Discrepancy }

/** To the merchant, who wants to know: this was sold. */
export type SalePayload = PaidPayload

/** To the customer: the merchant did not find the transfer; the payment's `failure_message` says why. */
export type TransferRejectedPayload = PaidPayload & { payment: PaymentObject }

/** To the customer, who has chosen to transfer: where to, how much and with which reference. */
export type TransferDetailsPayload = PaidPayload & { payment: PaymentObject }

/** To the customer, who has reported a transfer: the merchant was told, and what comes next. */
export type TransferReceivedNotePayload = PaidPayload & { payment: PaymentObject }

/** To the customer: a part of the transfer has come, and the rest is awaited; the payment says how much. */
export type TransferIncompletePayload = PaidPayload & { payment: PaymentObject }

/** To the customer: money was given back; the last of the payment's refunds says how much. */
export type PaymentRefundedPayload = PaidPayload & { payment: PaymentObject }

/** To the merchant: a webhook endpoint was switched off, and why; what it missed came after `since`. */
export interface EndpointDisabledPayload {
  endpoint: { id: number; url: string }
  reason: 'gone' | 'failing'
  since: string
}

/** To the merchant: a subscription has ended, since the time that was paid for after its period could not begin. */
export interface RenewalBlockedPayload {
  subscription: SubscriptionObject
  /** What that time was paid for. */
  price: PriceObject
  /** The subscription that has its product for the same customer. */
  blocked_by: number
  /** What paid for all the time that does not begin any more, the next first. */
  orders: { url: string; receipt_number: string | null; amount: Amount }[]
}

/** To the customer, about a subscription: as it was when the email was written. */
export interface SubscriptionPayload {
  subscription: SubscriptionObject
  /** What the next period is charged at, where that is not the present price. */
  renewal_price?: PriceObject
  /** Of a reminder: how many days before the end it is. */
  days_before?: number
  /** Of an overdue one: until when access stays open. */
  access_ends_at?: string
}

/** To a merchant who wants to know: this was canceled; or, once it is, the customer has `explained` why. */
export interface CancellationPayload extends Pick<SubscriptionPayload, 'subscription'> {
  explained?: boolean
}

/** To the customer, who asked for it: a new link into the portal. */
export interface PortalLinkPayload {
  customer_id: number
}

export type SubscriptionEmailKind =
  | 'subscription_created'
  | 'renewal_reminder'
  | 'subscription_past_due'
  | 'subscription_canceled'
  | 'cancellation_requested'
  | 'cancellation_withdrawn'
  | 'change_scheduled'
  | 'change_withdrawn'

/** The words of each email there is: a kind without words, or without a template, does not compile. */
export interface EmailPayloads extends Record<SubscriptionEmailKind, SubscriptionPayload> {
  receipt: ReceiptPayload
  transfer_reported: TransferReportedPayload
  transfers_waiting: TransfersWaitingPayload
  /** What an older release wrote daily for each transfer that waits: nothing here writes it, but it may be on its way. */
  transfer_due: TransferReportedPayload
  transfer_rejected: TransferRejectedPayload
  transfer_details: TransferDetailsPayload
  transfer_received_note: TransferReceivedNotePayload
  transfer_incomplete: TransferIncompletePayload
  payment_refunded: PaymentRefundedPayload
  refund_required: RefundRequiredPayload
  payment_discrepancy: PaymentDiscrepancyPayload
  renewal_blocked: RenewalBlockedPayload
  sale: SalePayload
  cancellation: CancellationPayload
  endpoint_disabled: EndpointDisabledPayload
  portal_link: PortalLinkPayload
}

export type EmailKind = keyof EmailPayloads
