import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import type { ManualSentence } from '../../../common/methods/manual.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PayableInput } from './state.ts'
import { type TransferView, transferView } from './transfer.ts'

export interface PendingView {
  heading: string
  /** How far it has come; empty where a part is missing. */
  steps: { text: string; when: 'past' | 'present' | 'to-come'; now: boolean }[]
  lines: string[]
  /** Where the rest is to be sent; null where nothing is missing that we know of. */
  transfer: TransferView | null
  /** Where what was reported goes, for whoever has not sent it yet. */
  later: TransferView | null
}

/** What a customer is told whose transfer waits: for the merchant, or for the rest of the money. */
export function pendingView(input: PayableInput): PendingView {
  const { payable, payment, project, locale } = input
  const shop = shortName(project)
  const say = (key: SentenceKey, params: object = {}) => translate(locale)(key, { shop, ...params })
  const own = (sentence: ManualSentence) => manualSentence(payment?.method, sentence)
  const money = (amount: Amount) => formatAmount(amount, payable.currency, locale)
  if (payment && payment.amount_received > 0) {
    const missing = money(payment.amount - payment.amount_received)
    const sums = { missing, came: money(payment.amount_received), amount: money(payment.amount) }
    return {
      heading: say('pending.heading_incomplete', sums),
      steps: [],
      lines: [say('pending.came', sums), say(own('pending_rest'), sums)],
      transfer: transferView(payment, project, locale),
      later: null,
    }
  }
  const email = payable.customerEmail
  const claimed = payment?.claimed_at
  const reported = {
    amount: money(payment?.amount ?? payable.amount),
    reference: payment?.reference ?? '',
    time: claimed ? formatDateTime(new Date(claimed), project.timezone, locale) : '',
  }
  return {
    heading: say(own('pending_heading')),
    steps: [
      { text: say(own('pending_reported'), reported), when: 'past', now: false },
      { text: say(own('pending_next'), reported), when: 'present', now: true },
      {
        text: email ? say('pending.then_email', { email }) : say('pending.then'),
        when: 'to-come',
        now: false,
      },
    ],
    lines: [say(own('pending_close'))],
    transfer: null,
    later: payment?.account_number ? transferView(payment, project, locale) : null,
  }
}
