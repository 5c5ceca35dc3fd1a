import { onConnection } from '../../db/sql.ts'

/** Returns the types of all events about an object, oldest first. */
export async function eventsOf(object: string, id: number): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ type: string }>(
      'SELECT type FROM events WHERE object = ? AND object_id = ? ORDER BY sequence',
      [object, id],
    ),
  )
  return rows.map(({ type }) => type)
}

/** Returns the kinds of all emails written for a cause, such as `checkout-7`. */
export async function emailsFor(cause: string): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ kind: string }>('SELECT kind FROM emails WHERE cause = ?', [cause]),
  )
  return rows.map(({ kind }) => kind)
}

/** Returns the payments of a checkout or invoice, oldest first. */
export async function paymentsOf(
  payableId: number,
  type: 'checkout' | 'invoice' = 'checkout',
): Promise<{ id: number; method: string; status: string }[]> {
  return onConnection((sql) =>
    sql.rows(
      'SELECT id, method, status FROM payments WHERE payable_type = ? AND payable_id = ? ORDER BY id',
      [type, payableId],
    ),
  )
}
