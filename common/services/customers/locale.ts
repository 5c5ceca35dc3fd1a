import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { Locale } from '../../kit/languages.ts'
import { Customer } from './customers-table.ts'

/** Returns the language that a customer used last; null if it is not known. */
export async function findLocale(sql: Sql, customerId: number): Promise<Locale | null> {
  return (await find(sql, Customer, { id: customerId }))?.locale ?? null
}

/** Saves the language of a locked customer. Emails about the current request are written in it. */
export async function keepLocale({ transaction }: ModelTx, id: number, locale: Locale): Promise<void> {
  await Customer.update({ locale }, { where: { id, deletedAt: null }, transaction })
}
