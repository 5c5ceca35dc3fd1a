import { type Condition, equal } from '../../db/listing.ts'
import { type Bound, type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql, Value } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { CheckoutObject, CheckoutStatus } from './object.ts'
import { type CheckoutItemRow, checkoutSelect, serializeCheckout } from './rows.ts'

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
  const oneOf = filter.status?.flatMap((status) => withStatus(scope, status, now))
  return pageOf(
    sql,
    { table: 'checkouts', conditions, oneOf, risesWithTime: inStep(scope) },
    filter,
    (ids) => findCheckouts(sql, ids, now),
    (these, count) => findCounted(sql, these, count, now),
  )
}

/** As `statusAt` decides: one past its time, or closed, says `expired` also before its job has run. */
function withStatus(scope: Scope, status: CheckoutStatus, now: Date): Condition[] {
  const { text: time, values } = timeOf(scope, now)
  if (status === 'open') {
    const isOpen = `status = 'open' AND closed_by IS NULL AND (active_payment_id IS NOT NULL OR expires_at > ${time})`
    return [[isOpen, ...values]]
  }
  if (status !== 'expired') return [['status = ?', status]]
  const isOver = `status = 'open' AND closed_by IS NULL AND active_payment_id IS NULL AND expires_at <= ${time}`
  const { text: latest, values: known } = latestTime(scope, now)
  return [
    ["status = 'expired'"],
    ["status = 'open' AND closed_by IS NOT NULL"],
    [`${isOver} AND expires_at <= ${latest}`, ...values, ...known],
  ]
}

/** The time that it is for a checkout: that of its test clock, where it lives on one. */
function timeOf({ isTest }: Scope, now: Date): { text: string; values: Value[] } {
  if (!isTest) return { text: '?', values: [now] }
  const clock = 'SELECT frozen_time FROM test_clocks clock WHERE clock.id = checkouts.test_clock_id'
  return { text: `COALESCE((${clock}), ?)`, values: [now] }
}

/** The latest of these times: one for all of them, which an index can begin at. */
function latestTime({ isTest, project }: Scope, now: Date): { text: string; values: Value[] } {
  if (!isTest) return { text: '?', values: [now] }
  const clocks = 'SELECT MAX(frozen_time) FROM test_clocks WHERE project_id = ?'
  return { text: `GREATEST(COALESCE((${clocks}), ?), ?)`, values: [project.id, now, now] }
}

/** Several checkouts at once, in one query. */
export async function findCheckouts(sql: Sql, ids: readonly number[], now: Date): Promise<CheckoutObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<CheckoutItemRow>(`${checkoutSelect()} WHERE checkout.id IN (?)`, [ids])
  return serializeAll(rows, now)
}

async function findCounted(sql: Sql, these: Bound, count: Bound, now: Date) {
  const rows = await sql.rows<CheckoutItemRow & { listed: number }>(
    `${checkoutSelect([['listed', count.text]])} WHERE checkout.id IN (SELECT id FROM (${these.text}) these)`,
    [...count.values, ...these.values],
  )
  return { items: serializeAll(rows, now), count: rows[0]?.listed ?? null }
}

/** Several checkouts, in any order. */
function serializeAll(rows: readonly CheckoutItemRow[], now: Date): CheckoutObject[] {
  const byId = new Map<number, CheckoutItemRow[]>()
  for (const row of rows) {
    const known = byId.get(row.id)
    if (known) known.push(row)
    else byId.set(row.id, [row])
  }
  return Array.from(byId.values(), (own) => serializeCheckout(own, now)!)
}
