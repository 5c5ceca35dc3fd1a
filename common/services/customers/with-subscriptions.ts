import type { Sql } from '../../../db/sql.ts'
import type { CustomerObject } from '../../domain/customers/object.ts'
import { findEntitled } from '../subscriptions/find.ts'
import { type CustomerRow, serializeCustomer } from './rows.ts'

/** Returns customers as the API shows them. The only place in this folder that reads subscriptions. */
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
