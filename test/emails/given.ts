import type { CheckoutObject } from '../../common/checkouts/object.ts'
import { receiptWords } from '../../common/checkouts/receipt-words.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { PaymentObject } from '../../common/payments/object.ts'
import { writeEmail } from '../../common/emails/write-email.ts'
import { forgetProject, readProject } from '../../common/projects/find-project.ts'
import type { Project } from '../../common/projects/project.ts'
import { read } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import type { SubscriptionObject } from '../../common/subscriptions/object.ts'
import { tea } from '../support/given.ts'
import type { Merchant } from '../support/given.ts'

export async function projectOf({ projectId }: Merchant): Promise<Project> {
  const project = await read((sql) => readProject(sql, projectId))
  if (!project) throw new Error(`no project ${projectId}`)
  return project
}

/** How the merchant can be reached and what it is called, as a setting would change it. */
export async function settings({ projectId }: Merchant, values: Record<string, string>): Promise<void> {
  for (const [column, value] of Object.entries(values)) {
    await read((sql) => sql.run(`UPDATE projects SET ${column} = ? WHERE id = ?`, [value, projectId]))
  }
  forgetProject(projectId)
}

/** A paid checkout as the API answers it; `changes` are what a story is about. */
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
    receipt_number: 'R-00000012',
    ...changes,
  }
}

export function transferOf(checkout: CheckoutObject, changes: Partial<PaymentObject> = {}): PaymentObject {
  const { id, url, status, project_id, is_test, currency, amount_total: amount } = checkout
  return {
    ...{ id: 7, project_id, is_test, currency, amount, method: 'bank_transfer', status: 'pending' },
    ...{ reference: '482913', bank_name: 'Khan Bank', account_number: '5012345678', account_holder: 'Shop' },
    ...{ claimed_at: '2026-08-12T11:04:00.000000Z', expires_at: '2026-08-15T11:04:00.000000Z' },
    ...{ failure_message: null, verified_by: null, customer_email: 'bat@example.mn', phone_number: null },
    ...{
      driver: 'bank_transfer',
      payable: { type: 'checkout', id, number: null, url, status },
      created_at: '',
      updated_at: '',
    },
    ...changes,
  }
}

/** A subscription to Basic at ₮25,000 a month, paid on 12 Aug 2026 in Ulaanbaatar. */
export function subscriptionOf(
  { projectId }: Pick<Merchant, 'projectId'>,
  changes: Partial<SubscriptionObject> = {},
): SubscriptionObject {
  const stamps = { created_at: '2026-08-12T11:04:00.000000Z', updated_at: '2026-08-12T11:04:00.000000Z' }
  const product = {
    ...{ id: 3, name: 'Basic', description: null, image_url: null, client_reference_id: null },
    ...{ grace_period_days: 0, active: true, is_test: true, metadata: {}, ...stamps },
  }
  return {
    ...{ id: 5, status: 'active', entitled: true, project_id: projectId, customer_id: 9, product_id: 3 },
    ...{ price_id: 4, current_period_start: stamps.created_at, trial_ends_at: null, canceled_at: null },
    ...{ current_period_end: '2026-09-12T15:59:59.000000Z', ended_at: null, cancellation_reason: null },
    cancellation_details: null,
    ...{ scheduled_price_id: null, is_test: true, metadata: {}, product, ...stamps },
    customer: { id: 9, name: 'Bat', email: 'bat@example.mn', phone: null, client_reference_id: null },
    price: {
      ...{ id: 4, product_id: 3, product, type: 'recurring', unit_amount: 25_000, lookup_key: 'basic' },
      ...{ recurring_interval: 'month', recurring_interval_count: 1, active: true, is_test: true },
      ...{ metadata: {}, ...stamps },
    },
    ...changes,
  }
}

interface Receipt {
  checkout?: CheckoutObject
  locale?: Locale
  recipient?: string
}

/** A receipt that was written with its payment; answers the id of its row. */
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
        words: receiptWords(project, checkout),
      },
    ),
  )
  const row = await read((sql) => sql.row<{ id: number }>('SELECT id FROM emails WHERE cause = ?', [cause]))
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
  const row = await read((sql) => sql.row<Row>('SELECT * FROM emails WHERE id = ?', [id]))
  return row!
}
