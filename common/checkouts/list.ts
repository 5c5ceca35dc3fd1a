import { type Condition, equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { CheckoutObject, CheckoutStatus } from './object.ts'
import { CHECKOUT_SELECT, type CheckoutRow, type ItemRow, serializeCheckout } from './rows.ts'

export interface CheckoutFilter extends ListQuery {
  status?: CheckoutStatus[]
  customer_id?: number
  client_reference_id?: string
}

/** The checkouts of this project and mode, newest first. */
export function listCheckouts(
  sql: Sql,
  scope: Scope,
  filter: CheckoutFilter,
  now: Date,
): Promise<Page<CheckoutObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    customer_id: filter.customer_id,
    client_reference_id: filter.client_reference_id,
  })
  const oneOf = filter.status?.map((status) => withStatus(status, now))
  return pageOf(sql, { table: 'checkouts', conditions, oneOf }, filter, (ids) => findCheckouts(sql, ids, now))
}

/**
 * One past its time already says `expired`, even in the second before its job has run. On a test clock
 * there is no such second.
 */
function withStatus(status: CheckoutStatus, now: Date): Condition {
  return status === 'open'
    ? [
        "status = 'open' AND (expires_at > ? OR active_payment_id IS NOT NULL OR test_clock_id IS NOT NULL)",
        now,
      ]
    : ['status = ?', status]
}

/** Several checkouts at once, in one query. */
async function findCheckouts(sql: Sql, ids: readonly number[], now: Date): Promise<CheckoutObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<CheckoutRow & ItemRow>(`${CHECKOUT_SELECT} WHERE checkout.id IN (?)`, [ids])
  return ids
    .map((id) =>
      serializeCheckout(
        rows.filter((row) => row.id === id),
        now,
      ),
    )
    .filter((found) => found !== null)
}
