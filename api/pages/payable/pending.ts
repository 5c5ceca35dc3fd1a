import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import type { ManualSentence } from '../../../common/methods/manual.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type DetailsView, detailsView } from './report.ts'
import type { PayableInput } from './state.ts'

export interface PendingView {
  heading: string
  /** Whether the customer must send more money, and does not only wait. */
  isIncomplete: boolean
  /** The progress; empty if a part of the money is missing. */
  steps: { text: string; when: 'past' | 'present' | 'to-come'; now: boolean }[]
  lines: string[]
  /** The account for the rest of the money; null if nothing is known to be missing, or there is no account. */
  rest: DetailsView | null
  /** The account again, for a customer who has reported the payment but not sent the money yet. */
  later: { summary: string; text: string; details: DetailsView } | null
}

/** Returns the view of a payment that waits for the merchant, or for the rest of the money. */
export function pendingView(input: PayableInput): PendingView {
  const { payable, payment, project, locale } = input
  const shop = shortName(project)
  const t = (key: SentenceKey, params: object = {}) => translate(locale)(key, { shop, ...params })
  const own = (sentence: ManualSentence) => manualSentence(payment?.method, sentence)
  const money = (amount: Amount) => formatAmount(amount, payable.currency, locale)
  const email = payable.customerEmail
  const thenEmail = email ? [t('pending.then_email', { email })] : []
  if (payment && payment.amount_received > 0) {
    const missing = money(payment.amount - payment.amount_received)
    const sums = { missing, came: money(payment.amount_received), amount: money(payment.amount) }
    return {
      heading: t('pending.heading_incomplete', sums),
      isIncomplete: true,
      steps: [],
      lines: [t('pending.came', sums), t(own('pending_rest'), sums), ...thenEmail],
      rest: payment.account_number === null ? null : detailsView(payment, project, locale),
      later: null,
    }
  }
  const claimed = payment?.claimed_at
  const reported = {
    amount: money(payment?.amount ?? payable.amount),
    reference: payment?.reference ?? '',
    time: claimed ? formatDateTime(new Date(claimed), project.timezone, locale) : '',
  }
  return {
    heading: t(own('pending_heading')),
    isIncomplete: false,
    steps: [
      { text: t(own('pending_reported'), reported), when: 'past', now: false },
      { text: t(own('pending_next'), reported), when: 'present', now: true },
      {
        text: thenEmail[0] ?? t('pending.then'),
        when: 'to-come',
        now: false,
      },
    ],
    lines: [t(own('pending_close'))],
    rest: null,
    later: payment?.account_number
      ? {
          summary: t(own('pending_details')),
          text: t(own('pending_not_sent')),
          details: detailsView(payment, project, locale),
        }
      : null,
  }
}
