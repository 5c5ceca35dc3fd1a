import type { OpenedInvoice } from '../../../common/domain/invoices/object.ts'
import { findInvoicePage } from '../../../common/services/invoices/find.ts'
import { payInvoice } from '../../../common/services/operations/pay-invoice.ts'
import { payablePage } from '../payable/page.ts'
import type { PageInput } from '../payable/state.ts'
import { invoiceView } from './view.ts'

/** The hosted page of an invoice. */
export const invoicePage = payablePage<OpenedInvoice>({
  type: 'invoice',
  path: '/i',
  find: findInvoicePage,
  pay: payInvoice,
  view: (page, invoice) => invoiceView({ ...page, ...withTypedEmail(page, invoice) }),
})

/**
 * Adds the email address that the customer typed at the last attempt. It is stored with the invoice only when that is paid,
 * so that the customer can correct a typo at the next attempt.
 */
function withTypedEmail({ payment, typed }: PageInput, invoice: OpenedInvoice) {
  const email = payment?.customer_email ?? null
  if (email === null || invoice.customer_email !== null) return { invoice }
  if (payment?.status === 'pending') return { invoice: { ...invoice, customer_email: email } }
  return { invoice, typed: { email, ...typed } }
}
