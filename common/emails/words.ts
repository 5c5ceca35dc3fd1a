import type { CheckoutObject } from '../checkouts/object.ts'
import type { PaymentObject } from '../payments/object.ts'

/** What a receipt says: the checkout and the merchant's legal line as they were when it was paid. */
export interface ReceiptWords {
  checkout: CheckoutObject
  project: {
    name: string
    legal_name: string | null
    registration_number: string | null
    address: string | null
    support_phone: string | null
    email: string | null
  }
}

/** To the merchant: a customer says that this transfer was made. */
export interface TransferReportedWords {
  payment: PaymentObject
  checkout: CheckoutObject
}

/** To the customer: the merchant did not find the transfer; the payment's `failure_message` says why. */
export interface TransferRejectedWords {
  payment: PaymentObject
  checkout: CheckoutObject
}

/** To the merchant: a webhook endpoint was switched off, and why; what it missed came after `since`. */
export interface EndpointDisabledWords {
  endpoint: { id: number; url: string }
  reason: 'gone' | 'failing'
  since: string
}

/** The words of each letter there is: a kind without words, or without a template, does not compile. */
export interface LetterWords {
  receipt: ReceiptWords
  transfer_reported: TransferReportedWords
  transfer_rejected: TransferRejectedWords
  endpoint_disabled: EndpointDisabledWords
}

export type EmailKind = keyof LetterWords
