import type { Sql } from '../../../db/sql.ts'
import type { MatchedLine } from './preview.ts'

/** Payments in one transaction: their rows stay locked for some 0.2 s. */
const MOST_TOGETHER = 100
/** Payments that are looked up by one statement. */
const LOOKED_UP = 1_000

/** Lines whose payments share a transaction. */
interface Batch {
  lines: MatchedLine[]
  customers: Set<number>
}

/**
 * Groups exact lines into batches whose payments can be confirmed in one transaction, because no two have the same
 * customer. This only affects the grouping: each payment is locked and read again before it changes.
 */
export async function batchLines(sql: Sql, lines: readonly MatchedLine[]): Promise<MatchedLine[][]> {
  const alone: MatchedLine[][] = []
  const groups = new Map<string, Batch[]>()
  for (let start = 0; start < lines.length; start += LOOKED_UP) {
    const some = lines.slice(start, start + LOOKED_UP).sort((one, other) => one.paymentId! - other.paymentId!)
    const orders = await findOrders(
      sql,
      some.map(({ paymentId }) => paymentId!),
    )
    for (const line of some) {
      const order = orders.get(line.paymentId!)
      if (order) add(groups, line, order)
      else alone.push([line])
    }
  }
  const batches = [...groups.values()].flat().map((batch) => batch.lines)
  return [...batches, ...alone]
}

function add(groups: Map<string, Batch[]>, line: MatchedLine, { kind, customerId }: Order): void {
  const batches = groups.get(kind) ?? []
  groups.set(kind, batches)
  let batch = batches.find(
    (one) => one.lines.length < MOST_TOGETHER && (customerId === null || !one.customers.has(customerId)),
  )
  if (!batch) batches.push((batch = { lines: [], customers: new Set() }))
  batch.lines.push(line)
  if (customerId !== null) batch.customers.add(customerId)
}

interface Order {
  /**
   * Orders of one kind take the same steps, whose statements are combined. They have the same payment link, whose sales
   * they count, so that two batches do not lock two links in different orders.
   */
  kind: string
  customerId: number | null
}

/**
 * Finds the orders of payments that change only rows of their own order and customer, and the count of a payment link. An
 * order with promotion codes or a test clock changes rows that other orders share.
 */
async function findOrders(sql: Sql, paymentIds: readonly number[]): Promise<Map<number, Order>> {
  const rows = await sql.rows<{
    id: number
    mode: string | null
    payment_link_id: number | null
    customer_id: number | null
  }>(
    `SELECT payment.id, checkout.mode, checkout.payment_link_id, COALESCE(checkout.customer_id, invoice.customer_id) AS customer_id
     FROM payments payment
     LEFT JOIN checkouts checkout ON payment.payable_type = 'checkout' AND checkout.id = payment.payable_id
     LEFT JOIN invoices invoice ON payment.payable_type = 'invoice' AND invoice.id = payment.payable_id
     WHERE payment.id IN (?) AND payment.test_clock_id IS NULL AND COALESCE(checkout.promotion_codes, '[]') = '[]'
       AND payment.id = COALESCE(checkout.active_payment_id, invoice.active_payment_id)`,
    [paymentIds],
  )
  return new Map(
    rows.map(({ id, mode, payment_link_id: linkId, customer_id: customerId }) => [
      id,
      { kind: `${mode} ${linkId} ${customerId !== null}`, customerId },
    ]),
  )
}
