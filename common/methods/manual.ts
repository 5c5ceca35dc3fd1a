import type { SentenceKey } from '../kit/sentence-key.ts'

/** Sentences about a payment that a person confirms: on pages, in emails to the customer, and in emails to the merchant. */
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
  'noted_then',
  'incomplete_how',
  'email_rejected_subject',
  'email_rejected_subject_part',
  'email_rejected_lead',
  'email_rejected_contact',
] as const

export type ManualSentence = (typeof MANUAL_SENTENCES)[number]

/** A payment that a person confirms. */
export interface Manual {
  /** The prefix of its sentences in the catalogue, its name: `cash_on_delivery.pending_heading`. */
  readonly sentences: string
  /** The merchant's time to decide, in milliseconds. Daily reminders begin a day before it ends. */
  readonly window: number
  /**
   * False: the customer pays, then reports it, and until then the payment is `started`. True: there is nothing to
   * report, and the payment is `pending` as soon as it is chosen.
   */
  readonly pendingAtOnce: boolean
}

/** Returns the definition of a manual method named `name`. A sentence that the catalogue lacks does not compile. */
export function defineManual<const Name extends string>(
  name: [`${Name}.${ManualSentence}`] extends [SentenceKey] ? Name : never,
  options: Omit<Manual, 'sentences'>,
): Manual {
  return { sentences: name, ...options }
}
