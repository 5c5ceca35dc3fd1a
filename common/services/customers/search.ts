import { type Fields, findByPrefix } from '../../../db/find-by-prefix.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CustomerObject } from '../../domain/customers/object.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findCustomers } from './list.ts'
import { OWN_CUSTOMER } from './rows.ts'

/**
 * Finds customers by the start of their email, phone, reference or name, or of the name from its second word on. Erased
 * customers have none of these.
 */
export async function searchCustomers(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
): Promise<Found<CustomerObject>> {
  const { listing, fieldsOf } = customerSearch(scope)
  return findByPrefix(sql, listing, wanted, fieldsOf, MOST_FOUND, (ids) => findCustomers(sql, ids))
}

/** Returns how the customers of a project and mode are searched. */
export function customerSearch(scope: Scope) {
  const conditions = [[OWN_CUSTOMER, scope.project.id, scope.isTest]] as const
  const fieldsOf = ({ text, phone }: SearchWord): Fields => ({
    prefixes: [
      ['email_key', text.includes('@') ? canonicalEmail(text) : text.toLowerCase()],
      ['phone', phone],
      ['client_reference_id', text],
      ['name', text],
    ],
    later: [['name_from_word_2', text]],
  })
  return { listing: { table: 'customers', conditions }, fieldsOf }
}
