import type { Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'

/** The first line of an order, and the number of further lines. */
export interface Bought {
  name: string
  quantity: number
  others: number
}

/** Returns what a payment is for, as `findAllBought` does. Null if nothing says it. */
export async function findBought(
  sql: Sql,
  projectId: number,
  payable: PaymentObject['payable'],
): Promise<Bought | null> {
  return (await findAllBought(sql, projectId, [{ payable }])).get(payableKey(payable)) ?? null
}

/**
 * Returns what payments are for: the items of their checkouts, and the descriptions of their invoices. The keys are from
 * `payableKey`; those about which nothing is known are missing. One statement for each type.
 */
export async function findAllBought(
  sql: Sql,
  projectId: number,
  payments: readonly Pick<PaymentObject, 'payable'>[],
): Promise<Map<string, Bought>> {
  const bought = new Map<string, Bought>()
  for (const [type, text] of Object.entries(LINES) as [PaymentObject['payable']['type'], string][]) {
    const ids = payments.flatMap(({ payable }) => (payable.type === type ? payable.id : []))
    if (ids.length === 0) continue
    const rows = await sql.rows<{ id: number; name: string; quantity: number }>(text, [projectId, ids])
    for (const { id, name, quantity } of rows) {
      const key = payableKey({ type, id })
      const first = bought.get(key)
      if (first) first.others += 1
      else bought.set(key, { name, quantity, others: 0 })
    }
  }
  return bought
}

export function payableKey({ type, id }: Pick<PaymentObject['payable'], 'type' | 'id'>): string {
  return `${type}-${id}`
}

const LINES: Record<PaymentObject['payable']['type'], string> = {
  checkout: `SELECT item.checkout_id AS id, item.name, item.quantity FROM checkout_items item
    WHERE item.project_id = ? AND item.checkout_id IN (?) ORDER BY item.id`,
  invoice: `SELECT id, description AS name, 1 AS quantity FROM invoices
    WHERE project_id = ? AND id IN (?) AND description IS NOT NULL`,
}
