import type { Amount } from '../../../common/kit/money.ts'
import { emailField } from '../checkout/fields.ts'
import type { PageInput, Payable } from '../payable/payable.ts'
import { row } from '../payable/receipt.ts'
import { payableView, type PageView } from '../payable/view.ts'
import { words } from '../words.ts'
import { invoiceOrder } from './order.ts'

/** What the page needs to know of an invoice that has been opened. Times are ISO 8601. */
export interface InvoicePageObject {
  id: number
  number: string
  status: 'open' | 'paid' | 'void'
  amount: Amount
  currency: string
  description: string | null
  due_date: string
  url: string
  success_url: string | null
  cancel_url: string | null
  client_reference_id: string | null
  is_test: boolean
  customer_email: string | null
  receipt_number: string | null
  paid_at: string | null
  payment_method: string | null
}

export interface InvoicePageInput extends PageInput {
  invoice: InvoicePageObject
}

/** The page of an invoice. One that is overdue can still be paid; a claimed transfer waits as on a checkout. */
export function invoiceView(input: InvoicePageInput): PageView {
  const { invoice, locale } = input
  const say = words(locale)
  const payable = payableOf(input)
  return payableView(
    { ...input, payable },
    {
      order: invoiceOrder(input, payable.status),
      groups:
        invoice.customer_email === null ? [{ legend: null, fields: [emailField(input, null, false)] }] : [],
      facts: [
        ...row(say('invoice.number'), invoice.number),
        ...row(say('invoice.description'), invoice.description),
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
