import { type Condition, equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { CustomerObject } from './object.ts'
import { CUSTOMER_SELECT, type CustomerRow, OWN_CUSTOMER } from './rows.ts'
import { withSubscriptions } from './with-subscriptions.ts'

export interface CustomerFilter extends ListQuery {
  email?: string
}

/**
 * Left to itself the server does not begin at an id here, since it has to look at each row who was erased: it walks
 * over all that is newer.
 */
const INDEXES = 'FORCE INDEX (customers_list, customers_email, customers_created)'

/** Customers, newest first; `email` is matched without regard to case. */
export function listCustomers(sql: Sql, scope: Scope, filter: CustomerFilter): Promise<Page<CustomerObject>> {
  const conditions: Condition[] = [[OWN_CUSTOMER, scope.project.id, scope.isTest]]
  conditions.push(...equal({ email_key: filter.email?.toLowerCase() }))
  return pageOf(
    sql,
    { table: 'customers', conditions, risesWithTime: inStep(scope), hint: INDEXES },
    filter,
    (ids) => findCustomers(sql, ids),
  )
}

/** Several customers at once, with what gives them access now. */
export async function findCustomers(sql: Sql, ids: readonly number[]): Promise<CustomerObject[]> {
  const rows = await sql.rows<CustomerRow>(`${CUSTOMER_SELECT} WHERE id IN (?)`, [ids])
  return withSubscriptions(sql, rows)
}
