import type { Draft } from '../kit/draft.ts'
import { sum } from '../kit/money.ts'
import type { Problems } from '../kit/refusal.ts'
import { randomToken } from '../kit/secrets.ts'
import { later, MINUTE, monthsLater, SECOND } from '../kit/time.ts'
import { chooseCustomer } from '../customers/choose-customer.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import type { Tx } from '../../db/transaction.ts'
import { checkoutUrl } from './find-checkout.ts'
import type { CheckoutInput } from './input.ts'
import { completeFields } from './rules/custom-fields.ts'
import { priceItems } from './price-items.ts'
import type { PricedItem } from './price-items.ts'

/** A checkout lives for two calendar months. */
const LIFETIME_MONTHS = 2
const SHORTEST = 30 * MINUTE
const CLOCKS_DIFFER = 10 * SECOND

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
  const items = await priceItems(tx.sql, scope, parts.items, draft.problems)
  const subtotal = checkedSubtotal(items, draft.problems)
  const discount = checkedDiscount(parts.discounts ?? [], subtotal, draft.problems)
  const customer = await chooseCustomer(tx, scope, draft)
  const expiresAt = checkedExpiry(parts.expires_at, tx.now, draft.problems)
  const input = draft.whole()

  const token = randomToken()
  const row = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    token,
    status: 'open',
    mode: 'payment',
    currency: scope.project.currency,
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    client_reference_id: input.client_reference_id ?? null,
    customer_id: customer?.id ?? null,
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
    expires_at: expiresAt,
    created_at: tx.now,
    updated_at: tx.now,
  }
  const { insertId: id } = await tx.sql.run(
    `INSERT INTO checkouts (${Object.keys(row).join(', ')}) VALUES (?)`,
    [Object.values(row)],
  )
  await insertItems(tx, scope, id, items)
  await setTimer(tx, 'checkout.expire', { id, projectId: scope.project.id }, expiresAt)
  return { id, url: checkoutUrl(id, token) }
}

function checkedSubtotal(items: readonly PricedItem[], problems: Problems): number {
  const subtotal = sum(items.map((item) => item.amountSubtotal))
  if (subtotal === null && !problems.touch('items')) problems.add('amount_too_large', 'items')
  return subtotal ?? 0
}

function checkedDiscount(
  discounts: readonly { amount: number }[],
  subtotal: number,
  problems: Problems,
): number {
  if (problems.touch('discounts') || problems.touch('items')) return 0
  const discount = sum(discounts.map(({ amount }) => amount)) ?? Infinity
  if (discount > subtotal) problems.add('discount_exceeds_subtotal', 'discounts', { discount, subtotal })
  return discount
}

/** The merchant's own end, within what a checkout may live; a few seconds' difference of clocks is forgiven. */
function checkedExpiry(asked: Date | undefined, now: Date, problems: Problems): Date {
  const latest = monthsLater(now, LIFETIME_MONTHS)
  if (!asked || problems.touch('expires_at')) return latest
  if (asked < later(now, SHORTEST - CLOCKS_DIFFER) || asked > later(latest, CLOCKS_DIFFER)) {
    const say = 'expires_at must be between 30 minutes and 2 months from now.'
    problems.add('validation_failed', 'expires_at', { say })
  }
  return asked
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
