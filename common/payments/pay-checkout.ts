import { completeCheckout } from '../checkouts/complete-checkout.ts'
import { lockCheckout } from '../checkouts/lock-checkout.ts'
import { statusAt } from '../checkouts/rules/status.ts'
import { isEmail } from '../kit/email.ts'
import type { Scope } from '../projects/project.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import { offeredMethods } from './methods/all.ts'
import type { PaymentForm, PaymentMethod } from './methods/method.ts'
import { startPayment } from './start-payment.ts'

export interface PayForm extends PaymentForm {
  email?: string | undefined
  payment_method?: string | undefined
  /** The total that the page showed. */
  amount_total?: string | undefined
}

/** What is wrong with the form: a problem's key by the field it belongs to; '' is the form as a whole. */
export type FormErrors = Record<string, string>

/**
 * The customer presses Pay. Answers what is wrong with the form; nothing wrong means that the payment
 * has begun, or that there was nothing left to pay: the page then shows how things stand.
 */
export async function payCheckout(
  tx: Tx,
  scope: Scope,
  checkoutId: number,
  form: PayForm,
  locale: 'en' | 'mn',
): Promise<FormErrors> {
  const checkout = await lockCheckout(tx, scope.project.id, checkoutId)
  const paying = checkout.activePaymentId !== null
  if (statusAt(checkout.status, checkout.expiresAt, paying, tx.now) !== 'open') return {}
  if (checkout.expiresAt <= tx.now) return { '': 'in_progress' } // a payment that began in time may still end

  const { errors, method } = readForm(scope, checkout, form)
  if (Object.keys(errors).length > 0) return errors
  await checkout.update(
    {
      pageLocale: locale,
      ...(checkout.emailCollection && { customerEmail: form.email ?? null }),
      updatedAt: tx.now,
    },
    { transaction: tx.transaction },
  )
  if (method) await startPayment(tx, scope, checkout, method, form)
  else await completeCheckout(tx, scope, checkout, null)
  return {}
}

function readForm(
  scope: Scope,
  checkout: Checkout,
  form: PayForm,
): { errors: FormErrors; method: PaymentMethod | null } {
  const errors: FormErrors = {}
  const shown = form.amount_total
  if (shown !== undefined && shown !== String(checkout.amountTotal)) errors[''] = 'total_changed'
  if (checkout.emailCollection && !form.email) errors.email = 'email_required'
  else if (checkout.emailCollection && !isEmail(form.email ?? '')) errors.email = 'email_invalid'
  if (checkout.amountTotal === 0) return { errors, method: null }

  const method = offeredMethods(scope).find(({ name }) => name === form.payment_method) ?? null
  const problem = method?.check(form)
  if (!method) errors.payment_method = 'payment_method_required'
  else if (problem) errors[problem.field] = problem.problem
  return { errors, method }
}
