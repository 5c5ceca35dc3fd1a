import { type Condition, equal, where } from '../../../db/listing.ts'
import { BEFORE_ALL, type CursorPage, PER_PAGE } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import { rangeConditions, type TimeRange } from '../../../db/time-range.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import type { PaymentStatus } from '../../domain/payments/status.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { findPayments } from './list.ts'

/** A payment that completed an order, and when it did. */
export interface PaidPayment extends PaymentObject {
  paid_at: string
}

export interface PaidFilter extends TimeRange<'paid'> {
  status?: PaymentStatus | undefined
  method?: string | undefined
  customer_id?: number | undefined
  amount?: Amount | undefined
  /** The id of the last payment of the page before. */
  before?: number | undefined
  limit?: number | undefined
}

/** The most payments of a time range that are read for other filters, which the index of the times lacks. */
const MOST_READ = 5_000

/**
 * Lists the payments that completed an order in a time range, the last paid first: those that the figures count (docs/decisions/0083),
 * refunded or not, without objects on test clocks.
 */
export async function listPaidPayments(
  sql: Sql,
  { project, isTest }: Scope,
  { before, limit = PER_PAGE, status, method, customer_id, amount, ...range }: PaidFilter,
  now: Date,
): Promise<CursorPage<PaidPayment>> {
  const paid: Condition[] = [
    ...equal({ project_id: project.id, is_test: isTest }),
    ['test_clock_id IS NULL AND paid_at IS NOT NULL'],
  ]
  const inTime = where([...paid, ...rangeConditions('paid_at', 'paid', range)])
  const from = 'FROM payments FORCE INDEX (payments_paid)'
  const filters = equal({ status, method, customer_id, amount })
  if (filters.length > 0) {
    const some = `SELECT 1 AS one ${from} WHERE ${inTime.text} LIMIT ${MOST_READ + 1}`
    const read = await sql.row<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (${some}) some`,
      inTime.values,
    )
    if (read!.count > MOST_READ) throw tooMany()
  }
  const isFirst = before === undefined || before === BEFORE_ALL
  const after = isFirst ? undefined : await placeOf(sql, paid, before)
  if (!isFirst && !after) return { items: [], hasMore: false, isLost: true }
  const these = where([
    [inTime.text, ...inTime.values],
    ...filters,
    // Payments that are confirmed together have the same time. The index continues with these columns.
    ...(after
      ? [
          [
            'paid_at <= ? AND (paid_at, currency, amount, id) < (?, ?, ?, ?)',
            ...[after.paid_at, after.paid_at, after.currency, after.amount, before!],
          ] as const,
        ]
      : []),
  ])
  const rows = await sql.rows<{ id: number; paid_at: Date }>(
    `SELECT id, paid_at ${from} WHERE ${these.text}
     ORDER BY paid_at DESC, currency DESC, amount DESC, id DESC LIMIT ?`,
    [...these.values, limit + 1],
  )
  const found = rows.slice(0, limit)
  const payments = await findPayments(
    sql,
    found.map(({ id }) => id),
    now,
  )
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const items = found.flatMap(({ id, paid_at: at }) => {
    const payment = byId.get(id)
    return payment ? [{ ...payment, paid_at: iso(at) }] : []
  })
  return { items, hasMore: rows.length > limit }
}

interface Place {
  paid_at: Date
  currency: string
  amount: number
}

/** Returns the place of a payment in the list; undefined for one that the list does not have. */
async function placeOf(sql: Sql, paid: readonly Condition[], id: number): Promise<Place | undefined> {
  const { text, values } = where([['id = ?', id], ...paid])
  return sql.row<Place>(`SELECT paid_at, currency, amount FROM payments WHERE ${text}`, values)
}

function tooMany(): Refusal {
  return new Refusal({
    code: 'unsupported_filter_combination',
    path: 'status',
    params: { filters: 'paid', few: MOST_READ, combinations: '' },
  })
}
