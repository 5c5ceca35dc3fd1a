import type { Locale } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import { HOUR } from '../../kit/time.ts'
import type { StoredValues } from './settings.ts'

/** What a provider is told of a payment. */
export interface ProviderPayment {
  /** Ours; what the provider keeps as our reference, and what makes a repeated request the same one. */
  id: number
  isTest: boolean
  amount: Amount
  /** ISO 4217, in capitals. */
  currency: string
  /** What is paid for, in words that the customer knows: the shop, and what is bought. */
  description: string
  customerEmail: string | null
  locale: Locale
  /** When it is given up, in real time. */
  expiresAt: Date
  /** Our page of what is paid for: where the provider sends the customer back to, whatever has become of it. */
  returnUrl: string
  /** Where the provider may tell us that something has changed; nobody else can guess it. */
  hintUrl: string
  /** What `start` returned; null before it has. */
  providerId: string | null
  details: Readonly<Record<string, unknown>> | null
}

/** What every call is given. A call has to end with `signal`, and throws a `ProviderError` alone. */
export interface ProviderCall<Values extends StoredValues = StoredValues> {
  values: Values
  /** Names the account: the project and the mode. For what is kept between calls, such as a token. */
  account: { projectId: number; isTest: boolean }
  signal: AbortSignal
}

/** A payment that the provider has opened: how it names it, and what its page needs. */
export interface Opened {
  providerId: string
  /** What only the method understands, such as the text of a code. Never a key: it is stored as it stands. */
  details: Record<string, unknown>
}

/**
 * How a payment stands, as the provider says.
 *
 * What has come counts what was given back since, and `refunded` says how much of it that is.
 *
 * - `open`: nothing has been paid, and it can be. `received` where a part has come.
 * - `processing`: the customer has done what is to be done, and the provider waits for a bank. It cannot be given up.
 * - `paid`: the money is there. `amount` and `currency` are the provider's, and are compared with ours. `beside`: what else is
 *   there in other currencies, and did not go back; the merchant is told of it.
 * - `over`: it can never be paid any more. `declined` where that was refused; `received` where a part has come.
 */
export type ProviderAnswer =
  | { state: 'open'; received?: Amount; refunded?: Amount }
  | { state: 'processing'; until: Date }
  | { state: 'paid'; amount: Amount; currency: string; refunded: Amount; beside?: readonly Sum[] }
  | { state: 'over'; why: 'declined' | 'lapsed'; message?: string; received?: Amount; refunded?: Amount }

/** Money of one currency. */
export interface Sum {
  amount: Amount
  currency: string
}

/** How giving back went; `pending` is asked about again by the same call. */
export interface RefundAnswer {
  status: 'pending' | 'succeeded' | 'failed'
  /** For the merchant, where it has failed: what the provider says, and what to do. */
  message?: string
}

/** Money that is to go back. */
export interface ProviderRefund {
  /** Ours; what makes a repeated request the same one. */
  id: number
  amount: Amount
  /** That of the money that came, which may be another than was asked for. */
  currency: string
}

/** A provider outside that takes the money of one method. Every call is made with no transaction open. */
export interface Gateway<Values extends StoredValues = StoredValues> {
  /**
   * Opens the payment at the provider. A process may have been killed after the provider did: called again for
   * the same payment it leads to one that can be paid, never to two that a customer can see.
   */
  start(payment: ProviderPayment, call: ProviderCall<Values>): Promise<Opened>
  /** How it stands. */
  ask(payment: ProviderPayment, call: ProviderCall<Values>): Promise<ProviderAnswer>
  /**
   * Makes it unpayable, and says how it stands then: `over`, or what was faster. One that is over there already is
   * `over`; of one that this account does not know it throws, since the account that has it may still take its money.
   */
  giveUp(payment: ProviderPayment, call: ProviderCall<Values>): Promise<ProviderAnswer>
  /** What of a paid payment can be given back by `refund`; the rest the merchant sends by hand. */
  readonly refunds: 'any' | 'whole'
  /**
   * Gives money back once, however often it is called for a refund. `failed` says that none of it went back, or names what
   * did. An error that is thrown says nothing of that: after the first call it is asked again, whatever its fault.
   */
  refund(payment: ProviderPayment, refund: ProviderRefund, call: ProviderCall<Values>): Promise<RefundAnswer>
  /**
   * Reads what came to a hint address of this project and mode. Returns which payments to ask about, by our id or
   * by the provider's; null where it proves nothing and is turned away. A hint never says how a payment stands.
   */
  readHint(hint: Hint, values: Values): HintedPayments | null | Promise<HintedPayments | null>
  /** What is wrong with the account, in words for the merchant; nothing where payments can be made. */
  check(call: ProviderCall<Values>): Promise<string[]>
}

/** A request to a hint address. */
export interface Hint {
  /** Whose address it came to: that of one payment, or that of the project; the former has proved to know it. */
  paymentId: number | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** As it came, for signatures. */
  body: Buffer
}

export interface HintedPayments {
  paymentIds: readonly number[]
  providerIds: readonly string[]
}

/**
 * Why a provider gave no answer that can be used.
 *
 * - `unreachable`: no answer, or one that is no answer (5xx, malformed): asked again later.
 * - `limited`: too many requests; not before `retryAfter`.
 * - `account`: keys, a contract or a setting are wrong: the merchant has to look.
 * - `refused`: this request can never succeed, such as a sum that the provider does not take.
 */
export type ProviderFault = 'unreachable' | 'limited' | 'account' | 'refused'

/** So long a provider is believed at most that asks to be left alone. */
export const LONGEST_PAUSE = HOUR

export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** Milliseconds, where the provider says when to come again. */
  readonly retryAfter: number | null

  /** `message`: what the merchant and the log are told; nothing secret. */
  constructor(fault: ProviderFault, message: string, retryAfter: number | null = null) {
    super(message)
    this.fault = fault
    this.retryAfter = retryAfter
  }
}
