import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { leavingOut } from '../kit/every.ts'
import { Refusal } from '../kit/refusal.ts'
import { Submission } from '../kit/submission.ts'
import { checkoutUrl } from '../links/checkout.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { createCheckout } from './create.ts'
import { findCheckout } from './find.ts'
import type { CheckoutInput, InlineProduct, ItemInput } from './input.ts'
import { lockCheckout } from './lock.ts'
import type { CheckoutItemObject, CheckoutObject, CustomFieldObject } from './object.ts'
import { mayStartAgain, statusAt } from './rules/status.ts'

/**
 * Makes a new checkout of an expired one and answers its address: the same items at today's prices,
 * the same customer, reference, questions and addresses, without direct discounts. Pressing twice
 * answers the same one. Null where it cannot be: it has not expired, changed a plan, or something in it
 * is not sold any more.
 */
export async function startAgain(tx: Tx, scope: Scope, checkoutId: number): Promise<string | null> {
  await lockForPlanLimit(tx, scope) // as creating one does, before the customer
  const expired = await lockCheckout(tx, scope, checkoutId, { withCustomer: true })
  if (statusAt(expired, tx.now) !== 'expired' || expired.purpose === 'change') return null
  if (!mayStartAgain(expired.closedBy)) return null
  if (expired.restartedAs !== null) {
    const again = await lockCheckout(tx, scope, expired.restartedAs)
    return checkoutUrl(again.id, again.token)
  }
  const before = await findCheckout(tx.sql, scope, checkoutId, tx.now)
  if (before?.currency !== scope.project.currency) return null // its sums would become others
  const keys = await lookupKeys(tx, checkoutId)
  const again = await createCheckout(tx, scope, new Submission(inputOf(before, keys))).catch(unlessUnsellable)
  if (!again) return null
  await carryOver(tx, checkoutId, again.id)
  await save(tx, expired, { restartedAs: again.id }, { touch: false })
  return again.url
}

/** What the customer typed for a payment that came to nothing need not be typed again. */
async function carryOver(tx: Tx, from: number, to: number): Promise<void> {
  await tx.sql.write(
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

/** Says of everything that can be asked of a checkout whether the new one takes it over. */
function inputOf(checkout: CheckoutObject, keys: readonly (string | null)[]): CheckoutInput {
  return leavingOut<CheckoutInput>({
    items: checkout.items.map((item, index) => itemOf(item, keys[index] ?? null)),
    customer_id: checkout.customer_id ?? undefined,
    // A guest's is carried over as typed, not as the merchant's word for who it is.
    customer_email: checkout.customer_id === null ? undefined : (checkout.customer_email ?? undefined),
    client_reference_id: checkout.client_reference_id ?? undefined,
    subscription_id: undefined, // found anew: it may have ended, or another begun
    email_collection: checkout.email_collection,
    phone_number_collection: checkout.phone_number_collection,
    delivery_address_collection: checkout.delivery_address_collection,
    allow_promotion_codes: checkout.allow_promotion_codes,
    custom_fields: checkout.custom_fields.length > 0 ? checkout.custom_fields.map(questionOf) : undefined,
    locale: checkout.locale,
    success_url: checkout.success_url ?? undefined,
    cancel_url: checkout.cancel_url ?? undefined,
    metadata: checkout.metadata,
    expires_at: undefined, // it lives as long as any new one
    discounts: undefined, // what the merchant took off was for then
  })
}

function itemOf(item: CheckoutItemObject, key: string | null): ItemInput {
  return leavingOut<ItemInput>({
    quantity: item.quantity,
    adjustable_quantity: item.adjustable_quantity ?? undefined,
    price: undefined,
    price_id: undefined,
    price_data: undefined,
    ...priceOf(item, key),
  })
}

/** The price by the name that the merchant gave it, which may have moved to another since. */
function priceOf({ price, unit_amount: amount }: CheckoutItemObject, key: string | null): Partial<ItemInput> {
  if (key !== null) return { price: key }
  if (price.id !== null) return { price_id: price.id }
  const { name, description, image_url: image, client_reference_id: reference } = price.product
  const product = leavingOut<InlineProduct>({
    name,
    description: description ?? undefined,
    image_url: image ?? undefined,
    client_reference_id: reference ?? undefined,
  })
  return { price_data: { unit_amount: amount, product_data: product } }
}

function questionOf({ dropdown, value: _, ...field }: CustomFieldObject) {
  return { ...field, ...(dropdown && { dropdown }) }
}
