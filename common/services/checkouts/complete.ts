import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import { fillIn } from '../customers/fill-in.ts'
import { forEmail } from '../emails/kinds/emailed-checkout.ts'
import type { ReceiptPayload } from '../emails/kinds/receipt.ts'
import { writeEmail } from '../emails/write.ts'
import { writeSale } from '../emails/write-sale.ts'
import { recordEvent } from '../events/record.ts'
import { withZoneForGood } from '../projects/fix-timezone.ts'
import { nextReceiptNumber } from '../projects/next-receipt-number.ts'
import type { Project, Scope } from '../projects/project.ts'
import { sellerOf } from '../projects/seller.ts'
import { confirmCodes } from '../promotion-codes/redeem.ts'
import { applyPurchase, recordPurchase } from '../subscriptions/apply-purchase.ts'
import { clearTimer } from '../timers/set.ts'
import type { Bought } from './bought.ts'
import type { Checkout } from './checkouts-table.ts'
import { getCheckout } from './find.ts'
import { confirmLinkSale } from './link-sale.ts'

/**
 * Completes a locked checkout: receipt number, event, receipt. Everything is written in the transaction of the
 * payment's success. `method` is the payment method, null for a total of 0. `bought` is given for a recurring price.
 */
export async function completeCheckout(
  tx: Tx,
  knownScope: Scope,
  checkout: Checkout,
  method: string | null,
  bought: Bought | null,
): Promise<void> {
  // First, so that the email about a new subscription uses the address that was typed.
  await saveContact(tx, knownScope, checkout)
  const scope = bought?.use.kind === 'new' ? await withZoneForGood(tx, knownScope) : knownScope
  const subscription = bought && (await applyPurchase(tx, scope, bought.use, bought.paid))
  await save(tx, checkout, {
    subscriptionId: subscription?.id ?? checkout.subscriptionId,
    status: 'complete',
    activePaymentId: null,
    closedBy: null,
    paymentMethod: method,
    paidAt: tx.now,
    receiptNumber: await nextReceiptNumber(scope),
  })
  await clearTimer(tx, 'checkout.expire', checkout)
  await confirmCodes(tx, checkout.id)
  await confirmLinkSale(tx, checkout)
  const completed = await getCheckout(tx.sql, scope, checkout.id, tx.now)
  await recordEvent(tx, scope, 'checkout.completed', completed)
  if (subscription) await recordPurchase(tx, scope, bought.use.kind, subscription)
  await writeSale(tx, scope, `checkout-${checkout.id}`, { checkout: forEmail(completed) })
  if (!completed.email_collection || completed.customer_email === null) return
  await writeEmail(tx, scope, {
    kind: 'receipt',
    cause: `checkout-${checkout.id}`,
    recipient: completed.customer_email,
    locale: checkout.pageLocale ?? scope.project.locale,
    customerId: completed.customer_id,
    payload: receiptPayload(scope.project, completed),
  })
}

/**
 * Copies the typed contact details to the customer. This happens only on completion: a declined payment must not
 * change the customer.
 */
async function saveContact(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  const {
    customerId,
    customerEmail: email,
    phoneNumber: phone,
    deliveryAddress,
    pageLocale: locale,
  } = checkout
  if (customerId !== null) await fillIn(tx, scope, customerId, { email, phone, deliveryAddress, locale })
}

/** Returns the data of a receipt, as it is at the moment of payment. */
export function receiptPayload(project: Project, checkout: CheckoutObject) {
  return { checkout: forEmail(checkout), project: sellerOf(project) } satisfies ReceiptPayload
}
