import type { Tx } from '../../../db/transaction.ts'
import { statusAt } from '../../domain/checkouts/status.ts'
import { spelled } from '../../domain/promotion-codes/spelling.ts'
import { type Form, type FormErrors, isFaulty } from '../../kit/form.ts'
import { applyCode, removeCode } from '../checkouts/apply-code.ts'
import type { Checkout } from '../checkouts/checkouts-table.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { updateQuantity } from '../checkouts/update-quantity.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { isCompletable, payableCheckout } from '../payments/payables/checkout.ts'
import type { Scope } from '../projects/project.ts'
import { closeCheckout } from './expire-checkout.ts'

/**
 * Locks a checkout that can still be paid, and first its customer. Returns a null checkout if it cannot be paid: the page
 * then shows its status, or that a payment is still in progress.
 */
export async function lockOpenCheckout(
  tx: Tx,
  scope: Scope,
  of: { id: number },
): Promise<{ checkout: Checkout | null; errors: FormErrors }> {
  const checkout = await lockCheckout(tx, scope, of.id, { withCustomer: true })
  if (statusAt(checkout, tx.now) !== 'open') return { checkout: null, errors: {} }
  if (checkout.expiresAt <= tx.now) return { checkout: null, errors: { '': 'in_progress' } }
  if (await isCompletable(tx, scope, checkout)) return { checkout, errors: {} }
  await closeCheckout(tx, scope, checkout)
  return { checkout: null, errors: {} }
}

export type OrderChange = 'apply_code' | 'update_quantity' | `remove_code:${string}`

/** Returns whether a button of the page changes the order. */
export function isOrderChange(action: string): action is OrderChange {
  return action === 'apply_code' || action === 'update_quantity' || action.startsWith('remove_code:')
}

/** Changes the order as the pressed button says. A payment that was started for the old total is canceled. */
export async function changeOrder(
  tx: Tx,
  scope: Scope,
  of: { id: number },
  action: OrderChange,
  form: Form,
): Promise<FormErrors> {
  const { checkout, errors: closed } = await lockOpenCheckout(tx, scope, of)
  if (!checkout) return closed
  const codes = codesOn(checkout)
  const { errors, changed } = await updateQuantity(tx, checkout, form)
  if (!isFaulty(errors)) Object.assign(errors, await changeCodes(tx, checkout, action, form))
  if (changed || codesOn(checkout) !== codes)
    await giveUpActive(tx, scope, payableCheckout(checkout), 'replaced')
  return errors
}

async function changeCodes(tx: Tx, checkout: Checkout, action: OrderChange, form: Form): Promise<FormErrors> {
  if (action.startsWith('remove_code:')) {
    await removeCode(tx, checkout, action.slice('remove_code:'.length))
    return {}
  }
  // Without JavaScript, Enter in the code field presses the first button, which updates the quantity.
  const code = action === 'apply_code' ? (form.promotion_code ?? '') : untriedCode(form)
  return code !== null && checkout.allowPromotionCodes ? applyCode(tx, checkout, code) : {}
}

/**
 * Returns a code that was typed but not sent yet, or null. A code that the page already shows as refused is ignored:
 * if the customer presses another button, they continue without it.
 */
export function untriedCode({ promotion_code: typed = '', refused_code: refused = '' }: Form): string | null {
  const code = spelled(typed)
  return code === '' || code === spelled(refused) ? null : code
}

/** Returns the number of codes on the order. One request adds or removes one code. */
export function codesOn({ promotionCodes }: Checkout): number {
  return promotionCodes?.length ?? 0
}
