import { findByPrefix } from '../../../db/find-by-prefix.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CustomerObject } from '../../domain/customers/object.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { MOST_FOUND, type SearchText } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findCustomers } from './list.ts'
import { OWN_CUSTOMER } from './rows.ts'

/** Finds customers by the start of their email, phone, reference or name. Erased customers have none of these. */
export async function searchCustomers(
  sql: Sql,
  scope: Scope,
  { text, phone }: SearchText,
): Promise<CustomerObject[]> {
  const conditions = [[OWN_CUSTOMER, scope.project.id, scope.isTest]] as const
  const prefixes = [
    ['email_key', text.includes('@') ? canonicalEmail(text) : text.toLowerCase()],
    ['phone', phone],
    ['client_reference_id', text],
    ['name', text],
  ] as const
  const listing = { table: 'customers', conditions }
  return findByPrefix(sql, listing, prefixes, MOST_FOUND, (ids) => findCustomers(sql, ids))
}
