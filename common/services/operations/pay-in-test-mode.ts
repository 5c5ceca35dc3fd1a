import type { Tx } from '../../../db/transaction.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import { statusAt } from '../../domain/checkouts/status.ts'
import { spelled } from '../../domain/promotion-codes/spelling.ts'
import type { Form, FormErrors, FormProblem } from '../../kit/form.ts'
import type { Locale } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal } from '../../kit/refusal.ts'
import { preselected } from '../../methods/all.ts'
import { offeredMethods } from '../../methods/offered.ts'
import { getCheckout } from '../checkouts/find.ts'
import { knownContact } from '../checkouts/known-contact.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { answerFields, prefilledForm } from '../checkouts/prefilled.ts'
import { getInvoice } from '../invoices/find.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { lockActive } from '../payments/locked-payment.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import type { Scope } from '../projects/project.ts'
import { changeOrder } from './change-order.ts'
import { payCheckout } from './pay-checkout.ts'
import { payInvoice } from './pay-invoice.ts'

/** Values that a customer types and chooses on a page. A missing value keeps what the page has. */
export interface Typed {
  fields: Form
  deliveryAddress?: Readonly<Record<string, string>> | undefined
  /** The answers, by the keys of their questions. */
  answers?: Readonly<Record<string, string>> | undefined
  /** Entered in order. A code that is already on the order stays; an invalid one is reported by its position. */
  codes?: readonly (string | undefined)[] | undefined
  /** Quantities by item id. */
  quantities?: Readonly<Record<string, number>> | undefined
}

/**
 * Pays an open checkout in test mode like a customer on its page: sets quantities, enters codes, fills in the form
 * and presses Pay. Returns the page's errors by field name, codes by position (`promotion_codes[1]`); the caller then
 * rolls back. Throws 409 `checkout_not_open` otherwise.
 */
export async function payCheckoutInTestMode(
  tx: Tx,
  scope: Scope,
  id: number,
  typed: Typed,
): Promise<FormErrors> {
  const locked = await lockCheckout(tx, scope, id, { withCustomer: true })
  refuseLive(scope)
  const status = statusAt(locked, tx.now)
  if (status !== 'open') throw new Refusal({ code: 'checkout_not_open', params: { status } })
  const checkout = await getCheckout(tx.sql, scope, id, tx.now)

  const errors = await changeAsTyped(tx, scope, checkout, typed)
  const address = typed.deliveryAddress ?? checkout.delivery_address // replaced as a whole
  const known = await knownContact(tx.sql, checkout)
  const form = {
    ...prefilledForm({ ...checkout, delivery_address: address }, known),
    ...answerFields(typed.answers ?? {}),
    ...asChosen(scope, typed.fields, checkout.amount_total),
  }
  return { ...(await payCheckout(tx, scope, { id }, form, languageOf(checkout, scope))), ...errors }
}

/** Pays an invoice in test mode. Throws 409 `invoice_not_open` if it is not open, or a pending payment waits. */
export async function payInvoiceInTestMode(
  tx: Tx,
  scope: Scope,
  id: number,
  fields: Form,
): Promise<FormErrors> {
  const invoice = await lockInvoice(tx, scope, id, { withCustomer: true })
  refuseLive(scope)
  const active = await lockActive(tx, payableInvoice(invoice))
  const status = active?.status === 'pending' ? 'pending' : invoice.status
  if (status !== 'open') throw new Refusal({ code: 'invoice_not_open', params: { status } })
  const language = languageOf(await getInvoice(tx.sql, scope, id), scope)
  return payInvoice(tx, scope, { id }, asChosen(scope, fields, invoice.amount), language)
}

function refuseLive({ isTest }: Scope): void {
  if (isTest) return
  const sentence = 'Only test mode can be paid by API. In live mode the customer pays on the page at its url.'
  throw new Refusal({ code: 'validation_failed', params: { sentence } })
}

/** Returns the language. There is no browser, so `auto` cannot be detected. */
function languageOf({ locale }: { locale: 'auto' | Locale }, { project }: Scope): Locale {
  return locale === 'auto' ? project.locale : locale
}

/** Returns the chosen payment method and its options, or the defaults. */
function asChosen({ project, isTest }: Scope, fields: Form, amount: Amount): Form {
  const offered = offeredMethods(project, isTest, amount)
  const method = fields.payment_method ?? preselected(offered.map(({ name }) => name))
  const choice = offered.find(({ name }) => name === method)?.page.choice
  return {
    ...(choice && { [choice.field]: choice.options[0]?.value }),
    ...fields,
    ...(fields.email && { email_kept: fields.email }), // a program cannot be asked whether it means this address
    payment_method: method,
  }
}

/** Sets quantities first, like the page: a code is checked against the new order. */
async function changeAsTyped(
  tx: Tx,
  scope: Scope,
  checkout: CheckoutObject,
  { quantities = {}, codes = [] }: Typed,
): Promise<FormErrors> {
  const { id } = checkout
  const chosen = Object.entries(quantities).map(
    ([item, quantity]) => [`quantity[${item}]`, String(quantity)] as const,
  )
  const errors =
    chosen.length > 0
      ? await changeOrder(tx, scope, { id }, 'update_quantity', Object.fromEntries(chosen))
      : {}
  const entered = new Set(checkout.promotion_codes.map(({ code }) => code))
  for (const [place, code] of codes.entries()) {
    if (code === undefined || entered.has(spelled(code))) continue
    const problems = await changeOrder(tx, scope, { id }, 'apply_code', { promotion_code: code })
    if (problems.promotion_code)
      errors[`promotion_codes[${place}]`] = naming(spelled(code), problems.promotion_code)
  }
  return errors
}

/** Adds the code to the error: the page's sentence names the field's content, but here there are several codes. */
function naming(code: string, problem: FormProblem): FormProblem {
  return typeof problem === 'string' ? { problem, about: { code } } : problem
}
