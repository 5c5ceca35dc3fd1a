import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { type Form, type FormErrors, isFaulty } from '../../kit/form.ts'
import type { Locale } from '../../kit/format.ts'
import { typedEmailProblem } from '../../kit/meant-email.ts'
import type { Invoice } from '../invoices/invoices-table.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { keepStarted } from '../payments/keep-started.ts'
import { lockActive } from '../payments/locked-payment.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import { readMethod } from '../payments/read-method.ts'
import { startPayment } from '../payments/start.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Handles the Pay button of an invoice. Returns the errors of the form. No errors means that the payment has started,
 * or that nothing is left to pay: the page then shows the current status. A pending payment blocks the invoice
 * until the merchant has decided.
 */
export async function payInvoice(
  tx: Tx,
  scope: Scope,
  of: { id: number },
  form: Form,
  locale: Locale,
): Promise<FormErrors> {
  const invoice = await lockInvoice(tx, scope, of.id, { withCustomer: true })
  const payable = payableInvoice(invoice)
  const active = await lockActive(tx, payable)
  if (invoice.status !== 'open' || active?.status === 'pending') return {}

  const errors: FormErrors = {}
  const customerEmail = readEmail(invoice, form, errors)
  const method = readMethod(scope, invoice.amount, form, errors)
  if (!method || isFaulty(errors)) return errors

  const chosen = { method, form, customerEmail, phoneNumber: null }
  const isKept = await keepStarted(tx, scope, payable, chosen)
  if (!isKept) await giveUpActive(tx, scope, payable, 'replaced')
  await save(tx, invoice, { pageLocale: locale })
  if (!isKept) await startPayment(tx, scope, payable, chosen)
  return {}
}

/** Reads an optional email, asked for only if no address is known. Without one, no receipt is sent. */
function readEmail(invoice: Invoice, form: Form, errors: FormErrors): string | null {
  if (invoice.customerEmail !== null) return invoice.customerEmail
  const typed = form.email ?? ''
  if (typed === '') return null
  const problem = typedEmailProblem(form)
  if (problem) errors.email = problem
  return typed
}
