import type { NewRow } from '../../../db/define-table.ts'
import { insert, writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { completeFields } from '../../domain/checkouts/custom-fields.ts'
import type { CheckoutInput } from '../../domain/checkouts/input.ts'
import { checkoutProperties } from '../../domain/checkouts/object.ts'
import { calculateTotals } from '../../domain/checkouts/totals.ts'
import { MOST_PICTURED } from '../../domain/images/picture.ts'
import { createdColumns } from '../../kit/field.ts'
import { randomToken } from '../../kit/secrets.ts'
import type { ChosenCustomer } from '../customers/choose.ts'
import { askForPicturesAt } from '../images/ask-for-pictures-at.ts'
import type { Scope } from '../projects/project.ts'
import type { Purchase } from '../subscriptions/choose-purchase.ts'
import type { checkoutsTable } from './checkouts-table.ts'
import type { PricedItem } from './price-items.ts'

/** The payment link that opens a checkout. */
export interface LinkOrigin {
  id: number
  /** Identifies what the visitor chose; unique. */
  key: string
  thankYouText: string | null
}

/** The result of validating a request and looking up its prices and customer. */
interface Terms {
  items: readonly PricedItem[]
  purchase: Purchase | null
  customer: ChosenCustomer | null
  isCustomerNamed: boolean
  expiresAt: Date
  link: LinkOrigin | null
}

/** Inserts a new checkout and its items. Returns its id and the token in its address. */
export async function insertCheckout(
  tx: Tx,
  scope: Scope,
  input: CheckoutInput,
  terms: Terms,
): Promise<{ id: number; token: string }> {
  const row = rowOf(tx, scope, input, terms)
  const id = await insert(tx.sql, 'checkouts', row)
  const pictures = await picturesOf(tx, scope, terms.items)
  await writeRows(
    tx.sql,
    'checkout_items',
    terms.items.map((item) => itemRow(row.project_id, id, item, pictures)),
  )
  return { id, token: row.token }
}

function rowOf(tx: Tx, scope: Scope, input: CheckoutInput, terms: Terms): NewRow<typeof checkoutsTable> {
  const { items, purchase, customer, link } = terms
  const discounts = (input.discounts ?? []).map(({ amount }) => amount)
  const totals = calculateTotals(items, discounts, purchase?.credit ?? 0, [])
  const computed = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    token: randomToken(),
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
    customer_id: customer?.id ?? null,
    is_customer_named: terms.isCustomerNamed,
    customer_email: input.customer_email ?? customer?.email ?? null,
    is_guest: customer === null,
    discounts: input.discounts ? JSON.stringify(input.discounts) : null,
    custom_fields: input.custom_fields ? JSON.stringify(completeFields(input.custom_fields)) : null,
    payment_link_id: link?.id ?? null,
    payment_link_key: link?.key ?? null,
    thank_you_text: link?.thankYouText ?? null,
    test_clock_id: tx.testClockId,
    expires_at: terms.expiresAt,
    created_at: tx.now,
    updated_at: tx.now,
  } satisfies Partial<NewRow<typeof checkoutsTable>>
  // Not a spread with further fields: Node.js 20 takes a microsecond for each (docs/performance.md).
  return Object.assign(createdColumns(checkoutProperties, input), computed)
}

/** Returns picture ids by address. A long order shows no pictures, so none are fetched. */
async function picturesOf(
  tx: Tx,
  { project, isTest }: Scope,
  items: readonly PricedItem[],
): Promise<Map<string, number>> {
  const urls = items.length > MOST_PICTURED ? [] : items.flatMap(({ imageUrl }) => imageUrl ?? [])
  return askForPicturesAt(tx, { projectId: project.id, isTest }, urls)
}

function itemRow(
  projectId: number,
  checkoutId: number,
  item: PricedItem,
  pictures: ReadonlyMap<string, number>,
) {
  return {
    project_id: projectId,
    checkout_id: checkoutId,
    price_id: item.priceId,
    product_id: item.productId,
    name: item.name,
    price_name: item.priceName,
    description: item.description,
    image_url: item.imageUrl,
    picture_id: item.imageUrl === null ? null : (pictures.get(item.imageUrl) ?? null),
    product_client_reference_id: item.reference,
    lookup_key: item.lookupKey,
    quantity: item.quantity,
    unit_amount: item.unitAmount,
    amount_subtotal: item.amountSubtotal,
    amount_total: item.amountSubtotal,
    adjustable_min: item.adjustable?.min ?? null,
    adjustable_max: item.adjustable?.max ?? null,
  }
}
