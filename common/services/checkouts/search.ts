import { type Fields, findByPrefix } from '../../../db/find-by-prefix.ts'
import { equal } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findCheckouts } from './list.ts'

/** Finds checkouts by the start of their reference, receipt number or email. */
export async function searchCheckouts(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
  now: Date,
): Promise<Found<CheckoutObject>> {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  const fieldsOf = ({ text }: SearchWord): Fields => ({
    prefixes: [
      ['client_reference_id', text],
      ['receipt_number', text],
      ['customer_email', text],
    ],
  })
  const listing = { table: 'checkouts', conditions }
  return findByPrefix(sql, listing, wanted, fieldsOf, MOST_FOUND, (ids) => findCheckouts(sql, ids, now))
}
