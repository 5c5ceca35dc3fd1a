import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { formatAmount, formatShortDate } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type Row, row, timeRow } from '../kit/row.ts'
import type { PayableInput } from './state.ts'

export interface ReceiptView {
  heading: string
  /** Its number, its date and whose it is: on paper they stand over everything. */
  dated: Row[]
  emailed: string | null
  rows: Row[]
  /** What the customer answered to the merchant's questions. */
  answers: Row[]
}

/** The facts of a receipt; what was bought and for how much stands beside it. */
export function receiptView(
  input: PayableInput,
  { facts = [], answers = [] }: { facts?: Row[]; answers?: Row[] } = {},
): ReceiptView {
  const { payable, payment, locale } = input
  const t = translate(locale)
  const { paidAt, customerEmail: email } = payable
  const method = payable.paymentMethod ?? payment?.method
  return {
    heading: t(payable.amount === 0 ? 'receipt.heading_free' : 'receipt.heading'),
    emailed: email && t('receipt.emailed', { email }),
    dated: [
      ...row(t('receipt.number'), payable.receiptNumber),
      ...timeRow(t('receipt.date'), paidAt, input),
      ...row(t('receipt.payer'), email),
    ],
    rows: [
      ...row(t('receipt.method'), method && methodLabel(method, t)),
      ...(payment ? moneyRows(payment, input) : []),
      ...facts,
      ...row(t('receipt.order'), payable.reference),
    ],
    answers,
  }
}

/** What came, where it is another sum than that of the order, and what was given back of it. */
function moneyRows(payment: PaymentObject, { project, locale }: PayableInput): Row[] {
  const t = translate(locale)
  const money = (amount: Amount, currency: string) => formatAmount(amount, currency, locale)
  const { status, amount, amount_received: received, received_currency: receivedIn, refunds } = payment
  if (status !== 'paid' && status !== 'refunded') return [] // an order that became free was not paid by it
  return [
    ...row(t('receipt.received'), received === amount ? null : money(received, receivedIn)),
    ...refunds.flatMap((refund) => {
      if (refund.status !== 'succeeded') return []
      const date = formatShortDate(new Date(refund.created_at), project.timezone, locale)
      return row(
        t('receipt.refunded'),
        t('receipt.refunded_on', { amount: money(refund.amount, refund.currency), date }),
      )
    }),
  ]
}
