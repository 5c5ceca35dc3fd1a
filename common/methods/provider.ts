import type { Locale } from '../kit/format.ts'
import type { Amount } from '../kit/money.ts'
import { HOUR } from '../kit/time.ts'
import type { StoredValues } from './settings.ts'

/** Data of a payment for its provider. */
export interface ProviderPayment {
  /** Our id: the reference at the provider, and its idempotency key. */
  id: number
  isTest: boolean
  amount: Amount
  /** ISO 4217, in capitals. */
  currency: string
  /** Description that the customer recognizes: the shop and the product. */
  description: string
  customerEmail: string | null
  locale: Locale
  /** When it is canceled, in real time. */
  expiresAt: Date
  /** Our page of the order, to which the provider returns the customer in any case. */
  returnUrl: string
  /** Secret URL at which the provider can report a change. */
  hintUrl: string
  /** Number of earlier calls about it, whose responses may have been lost. */
  calls: number
  /** Number of the request to open it: incremented after the provider has rejected the previous one permanently. */
  attempt: number
  /** True if the provider was asked for a refund. */
  hasRefunds: boolean
  /** The result of `start`; null before it. */
  providerId: string | null
  details: Readonly<Record<string, unknown>> | null
}

/** Arguments of every call. A call must end when `signal` is aborted, and may only throw a `ProviderError`. */
export interface ProviderCall<Values extends StoredValues = StoredValues> {
  values: Values
  /** Identifies the account, for data cached between calls, such as a token. */
  account: { projectId: number; isTest: boolean }
  signal: AbortSignal
}

/** A payment opened at the provider: its id there and details for its page. */
export interface Opened {
  providerId: string
  /** Private to the method, such as the text of a code. Never a secret: it is stored unencrypted. */
  details: Record<string, unknown>
  /** Addresses of pictures for its page. A worker copies them; until then the page does without. */
  pictures?: readonly string[]
}

/**
 * State of a payment at the provider.
 *
 * Received amounts include money that was refunded later; `refunded` is that part.
 *
 * - `open`: it can still be paid. `received`: a part has been paid.
 * - `processing`: the customer has paid, and the provider waits for a bank. It cannot be canceled.
 * - `paid`: the money has arrived. `amount` and `currency` are the provider's and are compared with ours.
 *   `otherMoney`: money in other currencies that was not refunded, reported to the merchant. `failedRefunds`:
 *   our refunds that have failed, even after success; `refunded` does not include them.
 * - `over`: it can no longer be paid. `declined`: it was refused. `received`: a part has been paid.
 */
export type ProviderAnswer =
  | { state: 'open'; received?: Amount; refunded?: Amount }
  | { state: 'processing'; until: Date }
  | {
      state: 'paid'
      amount: Amount
      currency: string
      refunded: Amount
      otherMoney?: readonly Sum[]
      failedRefunds?: readonly FailedRefund[]
    }
  | { state: 'over'; why: 'declined' | 'lapsed'; message?: string; received?: Amount; refunded?: Amount }

/** One of our refunds that has failed at the provider. */
export interface FailedRefund {
  /** Our id. */
  refundId: number
  /** For the merchant: the provider's message and what to do. */
  message: string
}

/** Money of one currency. */
export interface Sum {
  amount: Amount
  currency: string
}

/** Result of a refund call; a `pending` one is checked again with the same call. */
export interface RefundAnswer {
  status: 'pending' | 'succeeded' | 'failed'
  /** For the merchant if it has failed: the provider's message and what to do. */
  message?: string
}

/** A refund to send to the provider. */
export interface ProviderRefund {
  /** Our id, used as the idempotency key. */
  id: number
  amount: Amount
  /** Currency of the received money, which may differ from the requested one. */
  currency: string
  /** Number of the request: incremented after the provider has rejected the previous one permanently. */
  attempt: number
}

/** A provider that receives the money of one method. No transaction is open during its calls. */
export interface Gateway<Values extends StoredValues = StoredValues> {
  /**
   * Opens the payment at the provider. May be called again for the same payment after a crash: the customer must
   * never see two payable ones.
   */
  start(payment: ProviderPayment, call: ProviderCall<Values>): Promise<Opened>
  /** Returns the payment's state. */
  ask(payment: ProviderPayment, call: ProviderCall<Values>): Promise<ProviderAnswer>
  /**
   * Cancels the payment and returns its state: `over`, or for example `paid` if that was faster. Returns `open`
   * with `received` if a part has been paid and the provider therefore does not cancel it. Throws if this account
   * does not know the payment, since another account may still receive its money.
   */
  giveUp(payment: ProviderPayment, call: ProviderCall<Values>): Promise<ProviderAnswer>
  /** Amounts that `refund` supports; the merchant refunds others by hand. */
  readonly refunds: 'any' | 'whole'
  /**
   * Sends a refund once, even if called repeatedly. `failed` means that no money was refunded, or its message names
   * the part that was. After a thrown error the result is unknown, so it is called again.
   */
  refund(payment: ProviderPayment, refund: ProviderRefund, call: ProviderCall<Values>): Promise<RefundAnswer>
  /**
   * Reads a request to a hint URL of this project and mode. Returns the payments to check, by our id or the
   * provider's; null if it is not authentic. The state in a hint is never trusted.
   */
  readHint(hint: Hint, values: Values): HintedPayments | null | Promise<HintedPayments | null>
  /** Returns the account's problems for the merchant; empty if it can take payments. */
  check(call: ProviderCall<Values>): Promise<string[]>
}

/** A request to a hint URL. */
export interface Hint {
  /** Payment of the URL, whose secret the sender knew; null for the project's URL. */
  paymentId: number | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Raw body, for signatures. */
  body: Buffer
}

export interface HintedPayments {
  paymentIds: readonly number[]
  providerIds: readonly string[]
}

/**
 * Why a provider returned no usable response.
 *
 * - `unreachable`: no response, or an invalid one (5xx, malformed): retried later.
 * - `limited`: too many requests; retried after `retryAfter`.
 * - `account`: keys, the contract or a setting are wrong: the merchant must fix it.
 * - `refused`: this request can never succeed, such as an amount that the provider does not accept.
 */
export const PROVIDER_FAULTS = ['unreachable', 'limited', 'account', 'refused'] as const

export type ProviderFault = (typeof PROVIDER_FAULTS)[number]

/** Longest pause that a provider can request. */
export const LONGEST_PAUSE = HOUR

export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** Pause in milliseconds, if the provider gives one. */
  readonly retryAfter: number | null
  /** True if the provider will always reject the same request: the next one needs another `attempt`. */
  readonly endsAttempt: boolean

  /** `message`: for the merchant and the log; must not contain secrets. */
  constructor(
    fault: ProviderFault,
    message: string,
    retryAfter: number | null = null,
    { endsAttempt = false } = {},
  ) {
    super(message)
    this.fault = fault
    this.retryAfter = retryAfter
    this.endsAttempt = endsAttempt
  }
}
