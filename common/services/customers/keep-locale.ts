import type { Tx } from '../../../db/transaction.ts'
import type { Locale } from '../../kit/format.ts'

/** Saves the language of a locked customer. Emails about the current request are written in it. */
export async function keepLocale(tx: Tx, customerId: number, locale: Locale): Promise<void> {
  await tx.sql.write('UPDATE customers SET locale = ? WHERE id = ? AND deleted_at IS NULL', [
    locale,
    customerId,
  ])
}
