import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import { payment, type PaymentObject } from '../../../common/domain/payments/object.ts'
import { price } from '../../../common/domain/prices/object.ts'
import { product } from '../../../common/domain/products/object.ts'
import { subscription, type SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../../common/kit/format.ts'
import { receiptPayload } from '../../../common/services/checkouts/complete.ts'
import { writeEmail } from '../../../common/services/emails/write.ts'
import { dropCachedProject } from '../../../common/services/projects/cache.ts'
import { findProject } from '../../../common/services/projects/find.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { onConnection } from '../../../db/sql.ts'
import { atomically } from '../../../worker/atomically.ts'
import { type Merchant, tea } from './merchant.ts'

export async function projectOf({ projectId }: Merchant): Promise<Project> {
  const project = await onConnection((sql) => findProject(sql, projectId))
  if (!project) throw new Error(`There is no project ${projectId}`)
  return project
}

/** Changes columns of a project, such as its name or email address. */
export async function settings({ projectId }: Merchant, values: Record<string, string>): Promise<void> {
  for (const [column, value] of Object.entries(values)) {
    await onConnection((sql) => sql.run(`UPDATE projects SET ${column} = ? WHERE id = ?`, [value, projectId]))
  }
  dropCachedProject(projectId)
}

/** Returns a paid checkout as the API returns it, with the changes that a test needs. */
export async function paidCheckout(
  shop: Merchant,
  changes: Partial<CheckoutObject> = {},
): Promise<CheckoutObject> {
  const created = await shop.post('/checkouts', tea(2))
  const found = await shop.get(`/checkouts/${created.body.data.id}`)
  return {
    ...(found.body.data as CheckoutObject),
    status: 'complete',
    payment_method: 'bank_transfer',
    customer_email: 'bat@example.mn',
    paid_at: '2026-08-12T11:04:00.000000Z',
    receipt_number: 'R-000012',
    ...changes,
  }
}

/** Returns a reported transfer for a checkout, as the API returns it. */
export function transferOf(checkout: CheckoutObject, changes: Partial<PaymentObject> = {}): PaymentObject {
  const { id, url, status, project_id, is_test, currency, amount_total: amount } = checkout
  return payment.like({
    ...{ id: 7, project_id, is_test, currency, amount, reference: '482913' },
    ...{ account_number: '5012345678', account_holder: 'Shop', customer_email: 'bat@example.mn' },
    ...{ claimed_at: '2026-08-12T11:04:00.000000Z', expires_at: '2026-08-15T11:04:00.000000Z' },
    payable: { type: 'checkout', id, number: null, url, status },
    ...changes,
  })
}

/** Returns a subscription to Basic at ₮25,000 a month, paid on 12 Aug 2026 in Ulaanbaatar. */
export function subscriptionOf(
  { projectId }: Pick<Merchant, 'projectId'>,
  changes: Partial<SubscriptionObject> = {},
): SubscriptionObject {
  const own = product.like({ id: 3, name: 'Basic', client_reference_id: null, grace_period_days: 0 })
  return subscription.like({
    ...{ id: 5, project_id: projectId, customer_id: 9, product_id: 3, price_id: 4 },
    current_period_start: '2026-08-12T11:04:00.000000Z',
    current_period_end: '2026-09-12T15:59:59.000000Z',
    customer: { id: 9, name: 'Bat', email: 'bat@example.mn', phone: null, client_reference_id: null },
    product: own,
    price: price.like({ id: 4, product_id: 3, product: own, lookup_key: 'basic' }),
    ...changes,
  })
}

interface Receipt {
  checkout?: CheckoutObject
  locale?: Locale
  recipient?: string
}

/** Writes the email of a receipt, as a payment does. Returns the id of its row. */
export async function writtenReceipt(shop: Merchant, given: Receipt = {}): Promise<number> {
  const project = await projectOf(shop)
  const checkout = given.checkout ?? (await paidCheckout(shop))
  const cause = `checkout-${checkout.id}`
  await atomically((tx) =>
    writeEmail(
      tx,
      { project, isTest: checkout.is_test },
      {
        kind: 'receipt',
        cause,
        recipient: given.recipient ?? 'bat@example.mn',
        locale: given.locale ?? 'en',
        payload: receiptPayload(project, checkout),
      },
    ),
  )
  const row = await onConnection((sql) =>
    sql.row<{ id: number }>('SELECT id FROM emails WHERE cause = ?', [cause]),
  )
  return row!.id
}

export interface Row {
  status: string
  tries: number
  due_at: Date | null
  error: string | null
  sent_at: Date | null
}

export async function rowOf(id: number): Promise<Row> {
  const row = await onConnection((sql) => sql.row<Row>('SELECT * FROM emails WHERE id = ?', [id]))
  return row!
}
