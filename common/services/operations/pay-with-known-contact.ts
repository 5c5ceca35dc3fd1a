import type { Tx } from '../../../db/transaction.ts'
import type { Form, FormErrors } from '../../kit/form.ts'
import type { Locale } from '../../kit/format.ts'
import { getCheckout } from '../checkouts/find.ts'
import { knownContact } from '../checkouts/known-contact.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { prefilledForm } from '../checkouts/prefilled.ts'
import type { Scope } from '../projects/project.ts'
import { payCheckout } from './pay-checkout.ts'

/**
 * Pays a checkout from a page that only asks for the payment method. All other fields have the values with which the
 * checkout's own page starts.
 */
export async function payWithKnownContact(
  tx: Tx,
  scope: Scope,
  of: { id: number },
  form: Form,
  locale: Locale,
): Promise<FormErrors> {
  await lockCheckout(tx, scope, of.id, { withCustomer: true })
  const checkout = await getCheckout(tx.sql, scope, of.id, tx.now)
  const known = await knownContact(tx.sql, checkout)
  return payCheckout(tx, scope, of, { ...prefilledForm(checkout, known), ...form }, locale)
}
