import { translate } from '../../../common/services/text/translate.ts'
import { emailField } from '../checkout/fields.ts'
import { isShort } from '../kit/is-long.ts'
import type { PageView } from '../kit/page-view.ts'
import { row } from '../kit/row.ts'
import { type Payable, stateOf } from '../payable/state.ts'
import { payableView } from '../payable/view.ts'
import { invoiceOrder, invoicePaper, payToOf } from './order.ts'
import type { InvoicePageInput } from './page-input.ts'

/** Returns the page of an invoice. An overdue invoice can still be paid. A reported payment waits, as on a checkout. */
export function invoiceView(input: InvoicePageInput): PageView {
  const { invoice, locale } = input
  const t = translate(locale)
  const payable = payableOf(input)
  const begun = stateOf({ ...input, payable }) !== 'pay'
  const order = invoiceOrder(input, payable.status, begun)
  return payableView(
    { ...input, payable },
    {
      order: {
        ...order,
        ...(begun && { fold: t('invoice.number'), foldFits: isShort(order.amount), open: false }),
      },
      isBrief: true,
      paper: invoicePaper(input, order),
      more: { payTo: payToOf(input) },
      subject: t('invoice.item', { number: invoice.number }),
      groups:
        invoice.customer_email === null ? [{ legend: null, fields: [emailField(input, null, false)] }] : [],
      facts: [
        ...row(t('invoice.number'), invoice.number),
        ...row(t('invoice.description'), invoice.description),
      ],
    },
  )
}

function payableOf({ invoice, payment }: InvoicePageInput): Payable {
  const waits = invoice.status === 'open' && payment?.status === 'pending'
  return {
    status: waits ? 'pending' : invoice.status === 'paid' ? 'complete' : invoice.status,
    url: invoice.url,
    currency: invoice.currency,
    amount: invoice.amount,
    isTest: invoice.is_test,
    customerEmail: invoice.customer_email,
    reference: invoice.client_reference_id,
    successUrl: invoice.success_url,
    cancelUrl: invoice.cancel_url,
    paymentMethod: invoice.payment_method,
    paidAt: invoice.paid_at,
    receiptNumber: invoice.receipt_number,
    closesAt: null,
  }
}
