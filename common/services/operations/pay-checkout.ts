import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { type Form, type FormErrors, isFaulty } from '../../kit/form.ts'
import type { Locale } from '../../kit/format.ts'
import { applyCode } from '../checkouts/apply-code.ts'
import type { Checkout } from '../checkouts/checkouts-table.ts'
import { type Contact, readContact } from '../checkouts/read-contact.ts'
import { reserveOrder } from '../checkouts/reserve-order.ts'
import { updateQuantity } from '../checkouts/update-quantity.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { keepStarted } from '../payments/keep-started.ts'
import { payableCheckout } from '../payments/payables/checkout.ts'
import { readMethod } from '../payments/read-method.ts'
import { startPayment } from '../payments/start.ts'
import type { Scope } from '../projects/project.ts'
import { codesOn, lockOpenCheckout, untriedCode } from './change-order.ts'

/**
 * Handles the Pay button. Returns the errors of the form. No errors means that the payment has started, or that
 * nothing is left to pay: the page then shows the current status. If the total differs from the one that the customer
 * saw, nothing is paid.
 */
export async function payCheckout(
  tx: Tx,
  scope: Scope,
  of: { id: number },
  form: Form,
  locale: Locale,
): Promise<FormErrors> {
  const { checkout, errors: closed } = await lockOpenCheckout(tx, scope, of)
  if (!checkout) return closed

  const { errors: changes, changed } = await takeOverOrder(tx, checkout, form)
  const { contact, errors } = readContact(scope.project, checkout, form)
  const method = checkout.amountTotal === 0 ? null : readMethod(scope, checkout.amountTotal, form, errors)
  Object.assign(errors, changes)
  // A payment that was started for the old order must not complete the new one.
  const payable = payableCheckout(checkout)
  const chosen = method && { method, form, ...contact }
  if (chosen && !changed && !isFaulty(errors) && isSameBuyer(checkout, contact))
    if (await keepStarted(tx, scope, payable, chosen)) {
      await save(tx, checkout, { ...contact, pageLocale: locale })
      return {}
    }
  if (changed || !isFaulty(errors)) await giveUpActive(tx, scope, payable, 'replaced')
  if (isFaulty(errors)) return errors

  const unreserved = await reserveOrder(tx, checkout, contact.customerEmail)
  if (isFaulty(unreserved)) return unreserved
  await save(tx, checkout, { ...contact, pageLocale: locale })
  if (chosen) await startPayment(tx, scope, payable, chosen)
  else await payable.complete(tx, scope, null)
  return {}
}

/** Reserves the codes for the buyer, who is identified by email if they are a guest. */
function isSameBuyer(checkout: Checkout, { customerEmail }: Contact): boolean {
  return codesOn(checkout) === 0 || checkout.customerId !== null || checkout.customerEmail === customerEmail
}

/** Applies quantities and a code that were typed but not sent yet. They change the total first. */
async function takeOverOrder(
  tx: Tx,
  checkout: Checkout,
  form: Form,
): Promise<{ errors: FormErrors; changed: boolean }> {
  const codes = codesOn(checkout)
  const { errors, changed } = await updateQuantity(tx, checkout, form)
  const code = untriedCode(form)
  const isNew = !checkout.promotionCodes?.some((entered) => entered.code === code)
  if (code !== null && isNew && checkout.allowPromotionCodes)
    Object.assign(errors, await applyCode(tx, checkout, code))
  const shown = form.amount_total
  if (!isFaulty(errors) && shown !== undefined && shown !== String(checkout.amountTotal))
    errors[''] = 'total_changed'
  return { errors, changed: changed || codesOn(checkout) !== codes }
}
