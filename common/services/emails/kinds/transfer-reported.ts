import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount, formatDateTime } from '../../../kit/format.ts'
import { manualSentence } from '../../../methods/all.ts'
import type { ManualSentence } from '../../../methods/manual.ts'
import { answerUrl, decisionUrl } from '../../links/decision.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { accountFact, type EmailContent, fact, sentencesOf, type Setting, timeFact } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the merchant: a customer has reported this payment. */
export type TransferReportedPayload = PaidPayload & {
  payment: PaymentObject
  /** The expiry of the link to the decision page. */
  link_expires_at: string
}

const SHARED = {
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten', link_expires_at: 'kept' },
  stillTrue: whilePayment('pending'),
} as const

/** To the merchant: the payment to check, with one link per decision. */
export const transferReported = defineEmail<TransferReportedPayload>({
  template: 'transfer_reported',
  ...SHARED,
  content: (payload, setting) => decisionEmail('reported', payload, setting),
})

/**
 * To the merchant: a reported payment still awaits a decision. Only releases before 0.2.0 write this email; some may
 * be unsent.
 */
export const transferDue = defineEmail<TransferReportedPayload>({
  template: 'transfer_due',
  ...SHARED,
  content: (payload, setting) => decisionEmail('due', payload, setting),
})

function decisionEmail(
  kind: 'reported' | 'due',
  payload: TransferReportedPayload,
  setting: Setting,
): EmailContent {
  const { payment } = payload
  const paid = paidOf(payload, setting)
  const { t, locale, project, shop } = setting
  const time = (at: string | null) => at && formatDateTime(new Date(at), project.timezone, locale)
  const amount = formatAmount(payment.amount, payment.currency, locale)
  const reference = payment.reference ?? ''
  const decision = decisionUrl(payment.id, payment.claimed_at ?? '', new Date(payload.link_expires_at))
  const own = (sentence: ManualSentence) => manualSentence(payment.method, sentence)
  const isDue = kind === 'due'
  return {
    subject: t(isDue ? 'email.due.subject' : own('reported_subject'), { amount, reference }),
    preview: t(isDue ? 'email.due.lead' : own('reported_lead'), { amount, reference }),
    sentences: sentencesOf(payment, 'reported_title', 'reported_lead', 'reported_check'),
    amount,
    reference,
    decideBy: time(payment.expires_at),
    linkUntil: time(payload.link_expires_at),
    facts: [
      ...fact(t('email.fact.amount'), amount, true),
      { label: t('email.fact.reference'), text: reference, large: true },
      ...fact(t('decide.payer_name'), payment.payer_name),
      ...accountFact(t('email.fact.account'), payment),
    ],
    // Facts that the decision does not need are shown below the two buttons.
    further: [
      ...fact(t('receipt.payer'), payment.customer_email ?? paid.email),
      ...fact(t('receipt.phone'), payment.phone_number ?? paid.phone),
      ...fact(t('receipt.order'), paid.reference),
      ...timeFact(t(own('reported_on')), payment.claimed_at, setting),
      ...fact(t('email.fact.payment'), String(payment.id)),
    ],
    order: paid.order,
    url: answerUrl(decision, 'yes'),
    notArrivedUrl: answerUrl(decision, 'no'),
    foot: [t('email.foot.merchant', { shop })],
  }
}
