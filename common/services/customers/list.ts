import { equal, oneOfValues } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CustomerObject } from '../../domain/customers/object.ts'
import { emailForms } from '../../kit/email.ts'
import type { Filter, Filters } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { CUSTOMER_SELECT, type CustomerRow } from './rows.ts'
import { withSubscriptions } from './with-subscriptions.ts'

export interface CustomerFilter extends ListQuery {
  email?: string
}

const INDEXES: readonly ListIndex[] = [
  { name: 'customers_present', of: ['present'] },
  { name: 'customers_email', of: ['email'] },
]

/**
 * Lists customers, newest first. `email` is compared by `canonicalEmail`. Erased customers have no address, so they never
 * match.
 */
export function listCustomers(sql: Sql, scope: Scope, filter: CustomerFilter): Promise<Page<CustomerObject>> {
  const { email } = filter
  const filters: Filters =
    email === undefined ? { present: { all: [['deleted_at IS NULL']] } } : { email: ofEmail(email) }
  const list = { table: 'customers', scope, filters, indexes: INDEXES, byTime: 'customers_created' }
  return listPage(sql, list, filter, (ids) => findCustomers(sql, ids))
}

function ofEmail(email: string): Filter {
  const [form, ...others] = emailForms(email)
  if (others.length === 0) return { all: equal({ email_key: form }) }
  return { oneOf: oneOfValues('email_key', [form!, ...others]) }
}

/** Reads several customers in one query, with the subscriptions that give access now. */
export async function findCustomers(sql: Sql, ids: readonly number[]): Promise<CustomerObject[]> {
  const rows = await sql.rows<CustomerRow>(`${CUSTOMER_SELECT} WHERE id IN (?)`, [ids])
  return withSubscriptions(sql, rows)
}
