import type { Draft } from '../kit/draft.ts'
import { sum } from '../kit/money.ts'
import type { Problems } from '../kit/refusal.ts'
import { randomToken } from '../kit/secrets.ts'
import { customerByEmail, namedCustomer } from '../customers/choose-customer.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import type { Tx } from '../../db/transaction.ts'
import { checkoutUrl } from './find-checkout.ts'
import type { CheckoutInput } from './input.ts'
import { chargedItems, checkExpiry, checkRecurring, expiryOf, purchaseOf } from './choose-terms.ts'
import { workOut } from './rules/totals.ts'
import { completeFields } from './rules/custom-fields.ts'
import { priceItems } from './price-items.ts'
import type { PricedItem } from './price-items.ts'

/**
 * Opens a checkout and answers its id and the address to send the customer to. Everything wrong with
 * the request, also what only the database knows, is refused at once.
 */
export async function createCheckout(
  tx: Tx,
  scope: Scope,
  draft: Draft<CheckoutInput>,
): Promise<{ id: number; url: string }> {
  const parts = draft.parts()
  const { problems } = draft
  const known = await namedCustomer(tx, scope, draft)
  const named = await priceItems(tx.sql, scope, parts.items, problems)
  checkRecurring(parts, named, problems)
  checkExpiry(parts.expires_at, tx.now, problems)
  const isPlan = named.some(({ recurring }) => recurring) && parts.customer_id !== undefined
  if (!isPlan) checkSums(parts, named, problems)
  const customer = known ?? (await customerByEmail(tx, scope, draft))
  const purchase = await purchaseOf(tx, scope, parts, named, customer, problems)
  const items = chargedItems(named, purchase)
  if (isPlan) checkSums(parts, items, problems) // what is charged may be the scheduled price
  const input = draft.whole()

  const discounts = (input.discounts ?? []).map(({ amount }) => amount)
  const totals = workOut(items, discounts, purchase?.credit ?? 0, [])
  const expiresAt = expiryOf(input.expires_at, purchase, tx.now)
  const token = randomToken()
  const row = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    token,
    status: 'open',
    mode: purchase ? 'subscription' : 'payment',
    purpose: purchase?.purpose ?? null,
    subscription_id: purchase?.subscriptionId ?? null,
    subscription_version: purchase?.version ?? null,
    currency: scope.project.currency,
    amount_subtotal: totals.subtotal,
    amount_total: totals.total,
    credit_amount: totals.credit,
    credit_days: totals.credit > 0 && purchase?.creditDays ? JSON.stringify(purchase.creditDays) : null,
    client_reference_id: input.client_reference_id ?? null,
    customer_id: customer?.id ?? null,
    is_customer_named: known !== null,
    customer_email: input.customer_email ?? customer?.email ?? null,
    is_guest: customer === null,
    discounts: input.discounts ? JSON.stringify(input.discounts) : null,
    email_collection: input.email_collection ?? true,
    phone_number_collection: input.phone_number_collection ?? false,
    delivery_address_collection: input.delivery_address_collection ?? false,
    allow_promotion_codes: input.allow_promotion_codes ?? false,
    custom_fields: input.custom_fields ? JSON.stringify(completeFields(input.custom_fields)) : null,
    locale: input.locale ?? 'auto',
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    test_clock_id: tx.testClockId,
    expires_at: expiresAt,
    created_at: tx.now,
    updated_at: tx.now,
  }
  const { insertId: id } = await tx.sql.run(
    `INSERT INTO checkouts (${Object.keys(row).join(', ')}) VALUES (?)`,
    [Object.values(row)],
  )
  await insertItems(tx, scope, id, items)
  await setTimer(
    tx,
    'checkout.expire',
    { id, projectId: scope.project.id, testClockId: tx.testClockId },
    expiresAt,
  )
  return { id, url: checkoutUrl(id, token) }
}

function checkSums(
  { discounts = [] }: Partial<CheckoutInput>,
  items: readonly PricedItem[],
  problems: Problems,
): void {
  const subtotal = sum(items.map((item) => item.amountSubtotal))
  if (subtotal === null && !problems.touch('items')) problems.add('amount_too_large', 'items')
  if (subtotal === null || problems.touch('discounts') || problems.touch('items')) return
  const discount = sum(discounts.map(({ amount }) => amount)) ?? Infinity
  if (discount > subtotal) problems.add('discount_exceeds_subtotal', 'discounts', { discount, subtotal })
}

async function insertItems(
  tx: Tx,
  scope: Scope,
  checkoutId: number,
  items: readonly PricedItem[],
): Promise<void> {
  await tx.sql.run(
    `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, product_client_reference_id,
       lookup_key, quantity, unit_amount, amount_subtotal, amount_total, adjustable_min, adjustable_max) VALUES ?`,
    [
      items.map((item) => [
        scope.project.id,
        checkoutId,
        item.priceId,
        item.productId,
        item.name,
        item.reference,
        item.lookupKey,
        item.quantity,
        item.unitAmount,
        item.amountSubtotal,
        item.amountSubtotal,
        item.adjustable?.min ?? null,
        item.adjustable?.max ?? null,
      ]),
    ],
  )
}
