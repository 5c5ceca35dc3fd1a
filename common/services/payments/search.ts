import { findBeginning } from '../../../db/beginning.ts'
import { equal } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { MOST_FOUND, type SearchText } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findPayments } from './list.ts'

/** Finds payments by the beginning of their reference, email or phone. */
export async function searchPayments(
  sql: Sql,
  scope: Scope,
  { text, phone }: SearchText,
  now: Date,
): Promise<PaymentObject[]> {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  const beginnings = [
    ['reference', text],
    ['customer_email', text],
    ['phone_number', phone],
  ] as const
  const listing = { table: 'payments', conditions }
  return findBeginning(sql, listing, beginnings, MOST_FOUND, (ids) => findPayments(sql, ids, now))
}
