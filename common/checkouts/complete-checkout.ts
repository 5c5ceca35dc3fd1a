import { fillIn } from '../customers/fill-in.ts'
import { confirmCodes } from '../promotions/redeem.ts'
import type { Scope } from '../projects/project.ts'
import { writeEmail } from '../emails/write-email.ts'
import { recordEvent } from '../events/record-event.ts'
import { applyPurchase } from '../subscriptions/apply-purchase.ts'
import { clearTimer } from '../timers/set-timer.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Bought } from './bought.ts'
import { findCheckout } from './find-checkout.ts'
import { receiptWords } from './receipt-words.ts'

/**
 * Makes a locked checkout complete: receipt number, event, receipt. `method` paid for it; null where
 * the total is 0. `bought` is what the money does where the price is recurring. Everything that a
 * completion brings is written here, in one transaction with the payment's success.
 */
export async function completeCheckout(
  tx: Tx,
  scope: Scope,
  checkout: Checkout,
  method: string | null,
  bought: Bought | null,
): Promise<void> {
  // First, so that the letter of a new subscription finds the address that was typed.
  await tellCustomer(tx, checkout)
  const applied = bought && (await applyPurchase(tx, scope, bought.use, bought.paid))
  await checkout.update(
    {
      subscriptionId: applied?.subscriptionId ?? checkout.subscriptionId,
      status: 'complete',
      activePaymentId: null,
      paymentMethod: method,
      paidAt: tx.now,
      receiptNumber: receiptNumber(checkout.id),
      updatedAt: tx.now,
    },
    { transaction: tx.transaction },
  )
  await clearTimer(tx, 'checkout.expire', checkout.id)
  await confirmCodes(tx, checkout.id)
  const completed = await findCheckout(tx.sql, scope, checkout.id, tx.now)
  if (!completed) throw new Error(`checkout ${checkout.id} vanished while it was locked`)
  await recordEvent(tx, scope, 'checkout.completed', 'checkout', completed)
  await applied?.say()
  if (!completed.email_collection || completed.customer_email === null) return
  await writeEmail(tx, scope, {
    kind: 'receipt',
    cause: `checkout-${checkout.id}`,
    recipient: completed.customer_email,
    locale: checkout.pageLocale ?? scope.project.locale,
    customerId: completed.customer_id,
    words: receiptWords(scope.project, completed),
  })
}

/** What a customer typed becomes theirs once it has led to something: a declined try leaves no trace on them. */
async function tellCustomer(tx: Tx, checkout: Checkout): Promise<void> {
  const {
    customerId,
    customerEmail: email,
    phoneNumber: phone,
    deliveryAddress,
    pageLocale: locale,
  } = checkout
  if (customerId !== null) await fillIn(tx, customerId, { email, phone, deliveryAddress, locale })
}

/** Unique because the checkout's id is; no counter to queue at. */
function receiptNumber(checkoutId: number): string {
  return `R-${String(checkoutId).padStart(8, '0')}`
}
