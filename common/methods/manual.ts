import type { SentenceKey } from '../kit/sentence-key.ts'
import type { StoredValues } from './settings.ts'

/** Sentences about every payment that a person confirms. */
export const MANUAL_SENTENCES = [
  // The order's page while the payment waits, and after it was rejected
  'pending_heading',
  'pending_reported',
  'pending_next',
  'pending_close',
  'pending_rest',
  'rejected_title',
  'rejected_title_part',
  'rejected_text',
  // Emails to the merchant, and the page that they lead to
  'reported_subject',
  'reported_title',
  'reported_lead',
  'reported_check',
  'reported_on',
  // Emails to the customer
  'noted_subject',
  'noted_title',
  'noted_lead',
  'noted_merchant',
  'noted_then',
  'incomplete_how',
  'email_rejected_subject',
  'email_rejected_subject_part',
  'email_rejected_lead',
  'email_rejected_contact',
] as const

/** Further sentences, about a payment that the customer reports. */
export const REPORT_SENTENCES = [
  // The page on which the customer reports it, and its details on the page while it waits
  'report_page',
  'report_heading',
  'report_amount',
  'report_reference',
  'report_payer',
  'report_payer_hint',
  'report_button',
  'report_busy',
  'report_next',
  'report_deadline',
  'pending_details',
  'pending_not_sent',
  // The email with its details
  'details_title',
  'details_lead',
  'details_how',
  'details_until',
  'details_then',
] as const

export type ManualSentence = (typeof MANUAL_SENTENCES)[number] | (typeof REPORT_SENTENCES)[number]

/** Sentences that a method needs: without a report it needs no sentences about reporting. */
export type NeededSentence<Report> =
  (typeof MANUAL_SENTENCES)[number] | (Report extends null ? never : (typeof REPORT_SENTENCES)[number])

/** The account that customers send the money to. */
export interface BankAccount {
  bankName: string
  accountNumber: string
  accountHolder: string
}

/** How the customer reports that the money was sent. */
export interface Report<Values extends StoredValues = StoredValues> {
  /** The time for it in milliseconds. The payment is `started` until then. */
  readonly within: number
  /** Returns the account that the page and an email show; null if the method has no account. */
  readonly account: ((values: Values) => BankAccount) | null
}

/** How a person confirms the payments of a method. */
export interface Manual {
  /** Returns the key of one of its own sentences, which has the method's name as its prefix. */
  sentence(sentence: ManualSentence): SentenceKey
  /** Null: there is nothing to report, and a payment is `pending` as soon as the method is chosen. */
  readonly report: Report | null
  /** The merchant's time to decide, in milliseconds. Daily reminders begin a day before it ends. */
  readonly decidedWithin: number
}
