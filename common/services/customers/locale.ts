import type { Sql } from '../../../db/sql.ts'
import type { Locale } from '../../kit/languages.ts'

/** Returns the language that a customer used last; null if it is not known. */
export async function findLocale(sql: Sql, customerId: number): Promise<Locale | null> {
  const row = await sql.row<{ locale: Locale | null }>('SELECT locale FROM customers WHERE id = ?', [
    customerId,
  ])
  return row?.locale ?? null
}
