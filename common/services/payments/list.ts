import { type Condition, equal, isPadded } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import type { PaymentStatus } from '../../domain/payments/status.ts'
import { emailForms } from '../../kit/email.ts'
import type { Amount } from '../../kit/money.ts'
import { type Filter, type Filters, ofColumns, ofRow, ofValues } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { serializePayments } from './find.ts'
import { PAYMENT_SELECT, type PaymentRow } from './rows.ts'

export interface PaymentFilter extends ListQuery {
  status?: PaymentStatus[]
  method?: string
  checkout_id?: number
  invoice_id?: number
  reference?: string
  amount?: Amount
  client_reference_id?: string
  customer_id?: number
  customer_email?: string
}

const INDEXES: readonly ListIndex[] = [
  { name: 'payments_list', of: [] },
  { name: 'payments_payable', of: ['checkout_id'], isOfRow: true },
  { name: 'payments_payable', of: ['invoice_id'], isOfRow: true },
  { name: 'payments_by_reference', of: ['reference'] },
  { name: 'payments_order', of: ['client_reference_id'] },
  { name: 'payments_email', of: ['customer_email'] },
  { name: 'payments_customer_status', of: ['customer_id', 'status'] },
  { name: 'payments_customer', of: ['customer_id'] },
  { name: 'payments_amount', of: ['amount'] },
  { name: 'payments_method_status', of: ['method', 'status'] },
  { name: 'payments_status', of: ['status'] },
  { name: 'payments_method', of: ['method'] },
]

/** Lists the payments of this project and mode, newest first. */
export function listPayments(
  sql: Sql,
  scope: Scope,
  filter: PaymentFilter,
  now: Date,
): Promise<Page<PaymentObject>> {
  const list = { table: 'payments', scope, filters: filtersOf(scope, filter), indexes: INDEXES }
  return listPage(sql, { ...list, byTime: 'payments_created' }, filter, (ids) => findPayments(sql, ids, now))
}

function filtersOf(scope: Scope, filter: PaymentFilter): Filters {
  const { status, method, checkout_id, invoice_id, reference, amount } = filter
  const { client_reference_id, customer_id, customer_email: email } = filter
  // A payment is for a checkout or for an invoice, never for both.
  if (checkout_id !== undefined && invoice_id !== undefined) return { checkout_id: { oneOf: [] } }
  return {
    ...ofColumns({ method, reference, amount, client_reference_id, customer_id }),
    status: ofValues('status', status),
    customer_email: email === undefined ? undefined : ofEmail(email),
    checkout_id: checkout_id === undefined ? undefined : ofPayable(scope, 'checkout', checkout_id),
    invoice_id: invoice_id === undefined ? undefined : ofPayable(scope, 'invoice', invoice_id),
  }
}

/** Returns a filter by email. The index ignores case and accents, but accents make a different address. */
function ofEmail(email: string): Filter {
  if (isPadded(email)) return { oneOf: [] }
  const forms = emailForms(email)
  const [form, ...others] = forms
  const hasEmail = (one: string): Condition => [
    'customer_email = ? AND LOWER(customer_email) COLLATE utf8mb4_bin = ?',
    one,
    one,
  ]
  if (others.length === 0) return { all: [hasEmail(form!)] }
  return { oneOf: forms.map((one) => ({ condition: hasEmail(one) })) }
}

function ofPayable(scope: Scope, type: 'checkout' | 'invoice', id: number): Filter {
  const { all = [] } = ofRow('payable_id', `${type}s`, scope, { id })
  return { all: [...equal({ payable_type: type }), ...all] }
}

/** Finds payments by id, in one query. */
export async function findPayments(sql: Sql, ids: readonly number[], now: Date): Promise<PaymentObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<PaymentRow>(`${PAYMENT_SELECT} WHERE payment.id IN (?)`, [ids])
  return serializePayments(sql, rows, now)
}

/** Finds the newest payments for checkouts of a subscription of this project and mode. */
export async function findPaymentsOfSubscription(
  sql: Sql,
  { project, isTest }: Scope,
  subscriptionId: number,
  limit: number,
  now: Date,
): Promise<PaymentObject[]> {
  const rows = await sql.rows<{ id: number }>(
    `SELECT payment.id FROM checkouts own FORCE INDEX (checkouts_subscription)
     STRAIGHT_JOIN payments payment FORCE INDEX (payments_payable)
       ON payment.payable_type = 'checkout' AND payment.payable_id = own.id
     WHERE own.subscription_id = ? AND own.project_id = ? AND own.is_test = ? ORDER BY payment.id DESC LIMIT ?`,
    [subscriptionId, project.id, isTest, limit],
  )
  const payments = await findPayments(
    sql,
    rows.map(({ id }) => id),
    now,
  )
  return payments.sort((one, other) => other.id - one.id)
}
