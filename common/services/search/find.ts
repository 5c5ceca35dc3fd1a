import type { Sql } from '../../../db/sql.ts'
import type { SearchResult } from '../../domain/search/object.ts'
import { searchTextOf } from '../../kit/wanted.ts'
import { searchCheckouts } from '../checkouts/search.ts'
import { searchCustomers } from '../customers/search.ts'
import { searchInvoices } from '../invoices/search.ts'
import { searchPayments } from '../payments/search.ts'
import type { Scope } from '../projects/project.ts'

/** Finds objects of this project and mode with a searchable field that begins with `text`. */
export async function search(sql: Sql, scope: Scope, text: string, now: Date): Promise<SearchResult> {
  const wanted = searchTextOf(text, scope.project.country)
  return {
    customers: (await searchCustomers(sql, scope, wanted)).items,
    checkouts: (await searchCheckouts(sql, scope, wanted, now)).items,
    invoices: (await searchInvoices(sql, scope, wanted)).items,
    payments: (await searchPayments(sql, scope, wanted, now)).items,
  }
}
