import { enterClock } from '../clocks/enter-clock.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Condition } from '../../db/listing.ts'
import { pageOf } from '../../db/page.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { entitledOf } from '../subscriptions/find-subscription.ts'
import { presentCustomer } from './present.ts'
import type { CustomerObject, CustomerRow } from './present.ts'

const SELECT =
  'SELECT id, project_id, is_test, name, email, phone, client_reference_id, metadata, test_clock_id, created_at, updated_at FROM customers'
const OWN = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'

/** How a customer is named: by id, or by the merchant's own reference, compared byte for byte. */
export type CustomerName = { id: number } | { reference: string }

/** The customer of this project and mode, or undefined; `lock` keeps the row until the transaction ends. */
export function findCustomer(
  sql: Sql,
  scope: Scope,
  name: CustomerName,
  { lock = false } = {},
): Promise<CustomerRow | undefined> {
  const [column, value] = 'id' in name ? ['id', name.id] : ['client_reference_id', name.reference]
  return sql.row<CustomerRow>(`${SELECT} WHERE ${column} = ? AND ${OWN}${lock ? ' FOR UPDATE' : ''}`, [
    value,
    scope.project.id,
    scope.isTest,
  ])
}

/**
 * As `findCustomer`, for a change: the row is held, and before it the test clock that the customer lives
 * on, whose time it is from here on. Live mode has no clocks to look for.
 */
export async function holdCustomer(
  tx: Tx,
  scope: Scope,
  name: CustomerName,
): Promise<CustomerRow | undefined> {
  if (scope.isTest) {
    const seen = await findCustomer(tx.sql, scope, name)
    await enterClock(tx, seen?.test_clock_id ?? null)
  }
  return findCustomer(tx.sql, scope, name, { lock: true })
}

/** Where there is no customer, that is the answer to the request: 404. */
export function existing(row: CustomerRow | undefined): CustomerRow {
  if (!row) throw new Refusal({ code: 'not_found', words: { what: 'customer' } })
  return row
}

/** The customer of this project and mode, with the subscriptions that give access now, as the API answers it. */
export async function customerObject(sql: Sql, scope: Scope, name: CustomerName): Promise<CustomerObject> {
  const [customer] = await withSubscriptions(sql, [existing(await findCustomer(sql, scope, name))])
  return customer!
}

async function withSubscriptions(sql: Sql, rows: readonly CustomerRow[]): Promise<CustomerObject[]> {
  const entitled = await entitledOf(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    presentCustomer(
      row,
      entitled.filter(({ customer_id: id }) => id === row.id),
    ),
  )
}

export interface CustomerFilter {
  page?: number
  email?: string
}

/** Customers, newest first; `email` is matched without regard to case. */
export function listCustomers(
  sql: Sql,
  scope: Scope,
  { page = 1, email }: CustomerFilter,
): Promise<Page<CustomerObject>> {
  const conditions: Condition[] = [[OWN, scope.project.id, scope.isTest]]
  if (email !== undefined) conditions.push(['email_key = ?', email.toLowerCase()])
  return pageOf(sql, { table: 'customers', conditions }, page, async (ids) => {
    const rows = await sql.rows<CustomerRow>(`${SELECT} WHERE id IN (?) ORDER BY id DESC`, [ids])
    return withSubscriptions(sql, rows)
  })
}
