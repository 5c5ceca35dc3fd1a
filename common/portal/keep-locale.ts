import type { Locale } from '../kit/format.ts'
import type { Tx } from '../../db/transaction.ts'

/** A locked customer reads this language: letters about what is done now are written in it. */
export async function keepLocale(tx: Tx, customerId: number, locale: Locale): Promise<void> {
  await tx.sql.run('UPDATE customers SET locale = ? WHERE id = ?', [locale, customerId])
}
