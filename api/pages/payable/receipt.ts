import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import { methodLabel } from '../../../common/text/method-label.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import { translate } from '../../../common/text/translate.ts'
import { type Row, row } from '../kit/row.ts'
import type { PayableInput } from './state.ts'

export interface ReceiptView {
  heading: string
  emailed: string | null
  rows: Row[]
  /** What the customer answered to the merchant's questions. */
  answers: Row[]
}

/** The facts of a receipt; what was bought and for how much stands beside it. */
export function receiptView(
  { payable, payment, project, locale }: PayableInput,
  { facts = [], answers = [] }: { facts?: Row[]; answers?: Row[] } = {},
): ReceiptView {
  const say = translate(locale)
  const { paidAt, customerEmail: email } = payable
  const method = payable.paymentMethod ?? payment?.method
  return {
    heading: say(payable.amount === 0 ? 'receipt.heading_free' : 'receipt.heading'),
    emailed: email && say('receipt.emailed', { email }),
    rows: [
      ...row(say('receipt.number'), payable.receiptNumber),
      ...row(say('receipt.date'), paidAt && formatDateTime(new Date(paidAt), project.timezone, locale)),
      ...row(say('receipt.method'), method && methodLabel(method, say)),
      ...row(say('receipt.received'), payment && differs(payment) && formatAmount(payment.amount_received, payment.currency, locale)),
      ...row(say('receipt.payer'), email),
      ...facts,
      ...row(say('receipt.order'), payable.reference),
    ],
    answers,
  }
}

/** What was received is only said where it is another sum than that of the order. */
function differs({ amount, amount_received: received }: PaymentObject): boolean {
  return received !== amount
}
