import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type Row, row, timeRow } from '../kit/row.ts'
import { type MoneyBack, moneyBackOf } from './money-back.ts'
import type { PayableInput } from './state.ts'

export interface ReceiptView {
  heading: string
  /** Whether all of the money was returned, so that there is nothing to thank for. */
  isReturned: boolean
  /** Whether all or a part of the price was returned. */
  isRefunded: boolean
  moneyBack: MoneyBack | null
  /** Its number, date and customer. In print they are part of the head. */
  dated: Row[]
  emailed: string | null
  rows: Row[]
  /** The customer's answers to the merchant's questions. */
  answers: Row[]
}

/** Returns the facts of a receipt. The order is shown next to it. */
export function receiptView(
  input: PayableInput,
  { facts = [], answers = [] }: { facts?: Row[]; answers?: Row[] } = {},
): ReceiptView {
  const { payable, payment, locale } = input
  const t = translate(locale)
  const { paidAt, customerEmail: email } = payable
  const method = payable.paymentMethod ?? payment?.method
  const moneyBack = moneyBackOf(input)
  const isReturned = moneyBack?.kind === 'all'
  return {
    heading: t(`receipt.${headingOf(input, moneyBack)}`),
    ...{ isReturned, isRefunded: isReturned || Boolean(moneyBack?.sums), moneyBack },
    emailed: email === null || moneyBack ? null : t('receipt.emailed', { email }),
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

function headingOf({ payable }: PayableInput, moneyBack: MoneyBack | null) {
  if (payable.amount === 0) return 'heading_free'
  if (moneyBack?.kind === 'all') return 'heading_returned'
  return moneyBack?.sums ? 'heading_part' : 'heading'
}

/** Returns the received amount, if it differs from the total, and the refunds. */
function moneyRows(payment: PaymentObject, { project, locale }: PayableInput): Row[] {
  const t = translate(locale)
  const money = (amount: Amount, currency: string) => formatAmount(amount, currency, locale)
  const { status, amount, amount_received: received, received_currency: receivedIn, refunds } = payment
  if (status !== 'paid' && status !== 'refunded') return [] // the order became free, so this payment did not pay it
  return [
    ...row(t('receipt.received'), received === amount ? null : money(received, receivedIn)),
    ...refunds
      .filter((refund) => refund.status === 'succeeded')
      .flatMap((refund) => {
        const date = formatDate(new Date(refund.created_at), project.timezone, locale)
        const about = { amount: money(refund.amount, refund.currency), date }
        return row(t('receipt.refunded'), t('receipt.refunded_on', about))
      }),
  ]
}
