import { save } from '../../../db/save.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { CheckoutInput, InlineProduct, ItemInput } from '../../domain/checkouts/input.ts'
import {
  type CheckoutItemObject,
  type CheckoutObject,
  checkoutProperties,
  type CustomFieldObject,
} from '../../domain/checkouts/object.ts'
import { mayStartAgain, statusAt } from '../../domain/checkouts/status.ts'
import { givenFields, type GivenNames } from '../../kit/field.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Submission } from '../../kit/submission.ts'
import { checkoutUrl, paymentLinkUrl } from '../links/pages.ts'
import { getPaymentLinkRow } from '../payment-links/find.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { CheckoutItem } from './checkout-items-table.ts'
import type { Checkout } from './checkouts-table.ts'
import { createCheckout } from './create.ts'
import { findCheckout } from './find.ts'
import { lockCheckout } from './lock.ts'

/**
 * Creates a new checkout from an expired one and returns its address: same items at current prices, same customer,
 * reference, questions and addresses, but no direct discounts. A second request returns the same checkout. For the checkout
 * of a payment link returns the link's address, because the link decides whether it still sells. Returns null if that is not possible: the checkout has not expired, was a plan change, or contains something that is no
 * longer sold.
 */
export async function startAgain(tx: ModelTx, scope: Scope, checkoutId: number): Promise<string | null> {
  await lockForPlanLimit(tx, scope) // same lock order as createCheckout: before the customer
  const expired = await lockCheckout(tx, scope, checkoutId, { withCustomer: true })
  if (statusAt(expired, tx.now) !== 'expired' || expired.purpose === 'change') return null
  if (!mayStartAgain(expired.closedBy)) return null
  if (expired.paymentLinkId !== null) {
    const { transaction } = tx
    return paymentLinkUrl((await getPaymentLinkRow(scope, expired.paymentLinkId, { transaction })).code)
  }
  if (expired.restartedAs !== null) {
    const again = await lockCheckout(tx, scope, expired.restartedAs)
    return checkoutUrl(again.id, again.token)
  }
  const before = await findCheckout(tx.sql, scope, checkoutId, tx.now)
  if (before?.currency !== scope.project.currency) return null // its amounts are in another currency
  const keys = await lookupKeys(tx, expired)
  const again = await createCheckout(tx, scope, new Submission(inputOf(before, keys))).catch(unlessUnsellable)
  if (!again) return null
  await carryOver(tx, checkoutId, again.id)
  await save(tx, expired, { restartedAs: again.id }, { touch: false })
  return again.url
}

/** Copies the details that the customer typed, so that they need not type them again. */
async function carryOver(tx: ModelTx, from: number, to: number): Promise<void> {
  await tx.sql.write(
    `UPDATE checkouts again JOIN checkouts expired ON expired.id = ?
     SET again.is_customer_named = expired.is_customer_named, again.customer_email = COALESCE(expired.customer_email, again.customer_email),
       again.phone_number = expired.phone_number,
       again.delivery_address = expired.delivery_address, again.custom_fields = expired.custom_fields
     WHERE again.id = ?`,
    [from, to],
  )
}

/** Returns null for a refusal: a price was archived meanwhile, so the merchant no longer sells this. */
function unlessUnsellable(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** Returns the lookup keys of the items' prices. A key may point to another price now. */
async function lookupKeys(
  { transaction }: ModelTx,
  { id: checkoutId, projectId }: Checkout,
): Promise<(string | null)[]> {
  const items = await CheckoutItem.findAll({ where: { projectId, checkoutId }, order: ['id'], transaction })
  return items.map(({ lookupKey }) => lookupKey)
}

/** Builds the request for the new checkout. A new field needs a decision: copied by its definition, or a line here. */
function inputOf(checkout: CheckoutObject, keys: readonly (string | null)[]): CheckoutInput {
  return leavingOut<CheckoutInput>({
    ...copied(checkout),
    items: checkout.items.map((item, index) => itemOf(item, keys[index] ?? null)),
    customer_id: checkout.customer_id ?? undefined,
    // A guest's email is copied by `carryOver`, as typed. Here it would look as if the merchant had named the
    // customer.
    customer_email: checkout.customer_id === null ? undefined : (checkout.customer_email ?? undefined),
    subscription_id: undefined, // looked up again: it may have ended, or another one started
    custom_fields: checkout.custom_fields.length > 0 ? checkout.custom_fields.map(questionOf) : undefined,
    locale: checkout.locale,
    metadata: checkout.metadata,
    expires_at: undefined, // the default lifetime
    discounts: undefined, // the merchant granted them for the first checkout only
  })
}

type Copied = GivenNames<typeof checkoutProperties, 'again'>

/** Returns the fields that the new checkout takes from the expired one, by their definition. */
function copied(checkout: CheckoutObject) {
  const names = givenFields(checkoutProperties, 'again').map(([name]) => name as Copied)
  return Object.fromEntries(names.map((name) => [name, checkout[name] ?? undefined])) as {
    [Name in Copied]: NonNullable<CheckoutObject[Name]> | undefined
  }
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

/** Returns the price by its lookup key if it has one, because the key may point to a newer price. */
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

/** An object with every key present, so that none is forgotten. Omitted optional properties are undefined. */
export type Every<Value> = {
  [Name in keyof Value]-?: Value[Name] | (Partial<Value> extends Pick<Value, Name> ? undefined : never)
}

/** Returns the object without undefined properties. */
export function leavingOut<Value extends object>(every: Every<Value>): Value {
  return Object.fromEntries(Object.entries(every).filter(([, value]) => value !== undefined)) as Value
}
