import { isFaulty } from '../checkouts/form.ts'
import type { FormErrors } from '../checkouts/form.ts'
import { lockInvoice } from '../invoices/lock-invoice.ts'
import { isEmail } from '../kit/email.ts'
import type { Scope } from '../projects/project.ts'
import type { Invoice } from '../../db/models/invoice.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockActive } from './lock-active.ts'
import type { PaymentForm } from './methods/method.ts'
import { payableInvoice } from './payables/invoice.ts'
import { readMethod } from './read-method.ts'
import { giveUpActive } from './give-up.ts'
import { startPayment } from './start-payment.ts'

/**
 * The customer presses Pay on an invoice. Answers what is wrong with the form; nothing wrong means
 * that the payment has begun, or that there is nothing to pay any more: the page then shows how
 * things stand. A reported transfer keeps it locked until the merchant has decided.
 */
export async function payInvoice(
  tx: Tx,
  scope: Scope,
  of: { id: number },
  form: PaymentForm,
  locale: 'en' | 'mn',
): Promise<FormErrors> {
  const invoice = await lockInvoice(tx, scope.project.id, of.id, { withCustomer: true })
  const payable = payableInvoice(invoice)
  const active = await lockActive(tx, payable)
  if (invoice.status !== 'open' || active?.status === 'pending') return {}

  const errors: FormErrors = {}
  const customerEmail = readEmail(invoice, form, errors)
  const method = readMethod(scope, form, errors)
  if (!method || isFaulty(errors)) return errors

  await giveUpActive(tx, scope, payable)
  await invoice.update({ pageLocale: locale, updatedAt: tx.now }, { transaction: tx.transaction })
  await startPayment(tx, scope, payable, { method, form, customerEmail, phoneNumber: null })
  return {}
}

/** Asked only where no address is known, and then not needed: without one there is no receipt by mail. */
function readEmail(invoice: Invoice, form: PaymentForm, errors: FormErrors): string | null {
  if (invoice.customerEmail !== null) return invoice.customerEmail
  const typed = form.email ?? ''
  if (typed === '') return null
  if (!isEmail(typed)) errors.email = 'email_invalid'
  return typed
}
