import type { Sql } from '../../db/sql.ts'
import { findEntitled } from '../subscriptions/find.ts'
import type { CustomerObject } from './object.ts'
import { type CustomerRow, serializeCustomer } from './rows.ts'

/** Customers as the API returns them. It alone looks upward, at what they are subscribed to. */
export async function withSubscriptions(sql: Sql, rows: readonly CustomerRow[]): Promise<CustomerObject[]> {
  const entitled = await findEntitled(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    serializeCustomer(
      row,
      entitled.filter(({ customer_id: id }) => id === row.id),
    ),
  )
}
