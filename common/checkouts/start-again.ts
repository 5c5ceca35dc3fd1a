import { Draft } from '../kit/draft.ts'
import { Refusal } from '../kit/refusal.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { createCheckout } from './create-checkout.ts'
import { checkoutUrl, findCheckout } from './find-checkout.ts'
import type { CheckoutInput, ItemInput } from './input.ts'
import { lockCheckout } from './lock-checkout.ts'
import type { CheckoutItemObject, CheckoutObject, CustomFieldObject } from './object.ts'
import { statusAt } from './rules/status.ts'

/**
 * Makes a new checkout of an expired one and answers its address: the same items at today's prices,
 * the same customer, reference, questions and addresses, without direct discounts. Pressing twice
 * answers the same one. Null where it cannot be: it has not expired, changed a plan, or something in it
 * is not sold any more.
 */
export async function startAgain(tx: Tx, scope: Scope, checkoutId: number): Promise<string | null> {
  await lockForPlanLimit(tx, scope) // as creating one does, before the customer
  const expired = await lockCheckout(tx, scope.project.id, checkoutId)
  const paying = expired.activePaymentId !== null
  const status = statusAt(expired.status, expired.expiresAt, paying, tx.now)
  if (status !== 'expired' || expired.purpose === 'change') return null
  if (expired.restartedAs !== null) {
    const again = await lockCheckout(tx, scope.project.id, expired.restartedAs)
    return checkoutUrl(again.id, again.token)
  }
  const before = await findCheckout(tx.sql, scope, checkoutId, tx.now)
  if (before?.currency !== scope.project.currency) return null // its sums would become others
  const keys = await lookupKeys(tx, checkoutId)
  const again = await createCheckout(tx, scope, new Draft(inputOf(before, keys))).catch(unlessUnsellable)
  if (!again) return null
  await carryOver(tx, checkoutId, again.id)
  await expired.update({ restartedAs: again.id }, { transaction: tx.transaction })
  return again.url
}

/** What the customer typed for a payment that came to nothing need not be typed again. */
async function carryOver(tx: Tx, from: number, to: number): Promise<void> {
  await tx.sql.run(
    `UPDATE checkouts again JOIN checkouts expired ON expired.id = ?
     SET again.is_customer_named = expired.is_customer_named, again.customer_email = expired.customer_email, again.phone_number = expired.phone_number,
       again.delivery_address = expired.delivery_address, again.custom_fields = expired.custom_fields
     WHERE again.id = ?`,
    [from, to],
  )
}

/** A price was archived meanwhile: the merchant does not sell this any more. */
function unlessUnsellable(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** The keys by which the merchant named the items' prices: they may have moved to other prices since. */
async function lookupKeys(tx: Tx, checkoutId: number): Promise<(string | null)[]> {
  const rows = await tx.sql.rows<{ lookup_key: string | null }>(
    'SELECT lookup_key FROM checkout_items WHERE checkout_id = ? ORDER BY id',
    [checkoutId],
  )
  return rows.map(({ lookup_key: key }) => key)
}

function inputOf(checkout: CheckoutObject, keys: readonly (string | null)[]): CheckoutInput {
  return {
    items: checkout.items.map((item, index) => itemOf(item, keys[index] ?? null)),
    email_collection: checkout.email_collection,
    phone_number_collection: checkout.phone_number_collection,
    delivery_address_collection: checkout.delivery_address_collection,
    allow_promotion_codes: checkout.allow_promotion_codes,
    locale: checkout.locale,
    metadata: checkout.metadata,
    ...(checkout.customer_id !== null && {
      customer_id: checkout.customer_id,
      ...(checkout.customer_email !== null && { customer_email: checkout.customer_email }),
    }),
    ...(checkout.client_reference_id !== null && { client_reference_id: checkout.client_reference_id }),
    ...(checkout.success_url !== null && { success_url: checkout.success_url }),
    ...(checkout.cancel_url !== null && { cancel_url: checkout.cancel_url }),
    ...(checkout.custom_fields.length > 0 && { custom_fields: checkout.custom_fields.map(questionOf) }),
  }
}

function itemOf(item: CheckoutItemObject, key: string | null): ItemInput {
  const { price, quantity, adjustable_quantity: adjustable } = item
  const kept = { quantity, ...(adjustable && { adjustable_quantity: adjustable }) }
  if (key !== null) return { price: key, ...kept }
  if (price.id !== null) return { price_id: price.id, ...kept }
  const { name, client_reference_id: reference } = price.product
  const product = { name, ...(reference !== null && { client_reference_id: reference }) }
  return { price_data: { unit_amount: item.unit_amount, product_data: product }, ...kept }
}

function questionOf({ dropdown, value: _, ...field }: CustomFieldObject) {
  return { ...field, ...(dropdown && { dropdown }) }
}
