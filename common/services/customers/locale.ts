import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Locale } from '../../kit/languages.ts'

/** Returns the language that a customer used last; null if it is not known. */
export async function findLocale(sql: Sql, customerId: number): Promise<Locale | null> {
  const row = await sql.row<{ locale: Locale | null }>('SELECT locale FROM customers WHERE id = ?', [
    customerId,
  ])
  return row?.locale ?? null
}

/** Saves the language of a locked customer. Emails about the current request are written in it. */
export async function keepLocale(tx: Tx, customerId: number, locale: Locale): Promise<void> {
  await tx.sql.write('UPDATE customers SET locale = ? WHERE id = ? AND deleted_at IS NULL', [
    locale,
    customerId,
  ])
}
