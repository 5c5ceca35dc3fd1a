import { type Fields, findByPrefix } from '../../../db/find-by-prefix.ts'
import { equal } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { InvoiceObject } from '../../domain/invoices/object.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findInvoices } from './list.ts'

/** Finds invoices by the start of their number, reference, receipt number or email. */
export async function searchInvoices(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
): Promise<Found<InvoiceObject>> {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  const fieldsOf = ({ text }: SearchWord): Fields => ({
    prefixes: [
      ['number', text.toUpperCase()],
      ['client_reference_id', text],
      ['receipt_number', text],
      ['customer_email', text],
    ],
  })
  const listing = { table: 'invoices', conditions }
  return findByPrefix(sql, listing, wanted, fieldsOf, MOST_FOUND, (ids) => findInvoices(sql, ids))
}
