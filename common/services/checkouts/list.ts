import { type Alternative, type Bound, oneOfValues } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql, Value } from '../../../db/sql.ts'
import { CHECKOUT_STATUSES, type CheckoutObject, type CheckoutStatus } from '../../domain/checkouts/object.ts'
import { type Filter, ofColumns, ofRow } from '../lists/filter.ts'
import { isWithoutClocks } from '../lists/in-step.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { type CheckoutItemRow, checkoutSelect, serializeCheckout } from './rows.ts'

export interface CheckoutFilter extends ListQuery {
  status?: CheckoutStatus[]
  customer_id?: number
  client_reference_id?: string
  payment_link_id?: number
  subscription_id?: number
}

const INDEXES: readonly ListIndex[] = [
  { name: 'checkouts_list', of: [] },
  { name: 'checkouts_reference', of: ['client_reference_id'] },
  { name: 'checkouts_customer', of: ['customer_id', 'status'], isOfRow: true },
  {
    ...{ name: 'checkouts_customer', of: ['customer_id'], isOfRow: true },
    between: oneOfValues('status', CHECKOUT_STATUSES),
  },
  { name: 'checkouts_link', of: ['payment_link_id', 'status'], isOfRow: true },
  {
    ...{ name: 'checkouts_link', of: ['payment_link_id'], isOfRow: true },
    between: oneOfValues('status', CHECKOUT_STATUSES),
  },
  { name: 'checkouts_subscription', of: ['subscription_id', 'status'], isOfRow: true },
  {
    ...{ name: 'checkouts_subscription', of: ['subscription_id'], isOfRow: true },
    between: oneOfValues('status', CHECKOUT_STATUSES),
  },
  { name: 'checkouts_status', of: ['status'] },
]
/** Open checkouts, ordered by the time at which they expire. */
const ENDING = 'checkouts_ending'

/** Lists the checkouts of this project and mode, newest first. */
export async function listCheckouts(
  sql: Sql,
  scope: Scope,
  filter: CheckoutFilter,
  now: Date,
): Promise<Page<CheckoutObject>> {
  const { status, customer_id, client_reference_id, payment_link_id, subscription_id } = filter
  const filters = {
    ...ofColumns({ client_reference_id }),
    customer_id:
      customer_id === undefined ? undefined : ofRow('customer_id', 'customers', scope, { id: customer_id }),
    payment_link_id:
      payment_link_id === undefined
        ? undefined
        : ofRow('payment_link_id', 'payment_links', scope, { id: payment_link_id }),
    subscription_id:
      subscription_id === undefined
        ? undefined
        : ofRow('subscription_id', 'subscriptions', scope, { id: subscription_id }),
    status: status && ofStatuses(status, { now, scope, hasClocks: !(await isWithoutClocks(sql, scope)) }),
  }
  return listPage(
    sql,
    { table: 'checkouts', scope, filters, indexes: INDEXES, byTime: 'checkouts_created' },
    filter,
    (ids) => findCheckouts(sql, ids, now),
    (these, count) => findCounted(sql, these, count, now),
  )
}

/** The time of a list request, and whether the listed checkouts may have different test clocks. */
interface Moment {
  now: Date
  scope: Scope
  hasClocks: boolean
}

function ofStatuses(statuses: readonly CheckoutStatus[], moment: Moment): Filter {
  return {
    oneOf: statuses.flatMap((status) => withStatus(status, moment)),
    counted: statuses.flatMap((status) =>
      status === 'open' ? openCounted(moment) : withStatus(status, moment),
    ),
  }
}

/**
 * Returns the conditions for a status, by the same rules as `statusAt`: a checkout past its time, or closed, is
 * `expired` even before its job has run.
 */
function withStatus(status: CheckoutStatus, moment: Moment): Alternative[] {
  const { text: time, values } = timeOf(moment)
  if (status === 'open') {
    const isOpen = `status = 'open' AND closed_by IS NULL AND (active_payment_id IS NOT NULL OR expires_at > ${time})`
    return [{ condition: [isOpen, ...values] }]
  }
  if (status !== 'expired') return [{ condition: ['status = ?', status] }]
  const isOver = `status = 'open' AND closed_by IS NULL AND active_payment_id IS NULL AND expires_at <= ${time}`
  const { text: latest, values: known } = latestTime(moment)
  return [
    { condition: ["status = 'expired'"] },
    { condition: ["status = 'open' AND closed_by IS NOT NULL"], index: ENDING },
    { condition: [`${isOver} AND expires_at <= ${latest}`, ...values, ...known], index: ENDING },
  ]
}

/**
 * Returns the conditions for counting open checkouts. Those with time left are counted by the index alone; only the
 * others are checked for a payment in progress.
 */
function openCounted(moment: Moment): Alternative[] {
  if (moment.hasClocks) return withStatus('open', moment)
  const isOpen = "status = 'open' AND closed_by IS NULL"
  return [
    { condition: [`${isOpen} AND expires_at > ?`, moment.now], index: ENDING },
    {
      condition: [`${isOpen} AND expires_at <= ? AND active_payment_id IS NOT NULL`, moment.now],
      index: ENDING,
    },
  ]
}

/** Returns SQL for the current time of a checkout: the time of its test clock, or real time. */
function timeOf({ now, hasClocks }: Moment): { text: string; values: Value[] } {
  if (!hasClocks) return { text: '?', values: [now] }
  const clock = 'SELECT frozen_time FROM test_clocks clock WHERE clock.id = checkouts.test_clock_id'
  return { text: `COALESCE((${clock}), ?)`, values: [now] }
}

/** Returns SQL for the latest of these times. It is the same for every row, so an index range can start at it. */
function latestTime({ now, scope: { project }, hasClocks }: Moment): { text: string; values: Value[] } {
  if (!hasClocks) return { text: '?', values: [now] }
  const clocks = 'SELECT MAX(frozen_time) FROM test_clocks WHERE project_id = ?'
  return { text: `GREATEST(COALESCE((${clocks}), ?), ?)`, values: [project.id, now, now] }
}

/** Reads several checkouts in one query. */
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

/** Converts the rows of several checkouts, in any order. */
function serializeAll(rows: readonly CheckoutItemRow[], now: Date): CheckoutObject[] {
  const byId = new Map<number, CheckoutItemRow[]>()
  for (const row of rows) {
    const known = byId.get(row.id)
    if (known) known.push(row)
    else byId.set(row.id, [row])
  }
  return Array.from(byId.values(), (own) => serializeCheckout(own, now)!)
}
