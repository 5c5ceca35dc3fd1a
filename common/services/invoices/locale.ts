import type { Sql } from '../../../db/sql.ts'
import type { InvoiceObject } from '../../domain/invoices/object.ts'
import type { Locale } from '../../kit/languages.ts'
import { findLocale } from '../customers/locale.ts'
import type { Scope } from '../projects/project.ts'

/** Returns the language of emails about an invoice: its own, else its customer's last one, else the project's. */
export async function findInvoiceLocale(
  sql: Sql,
  { project }: Scope,
  invoice: InvoiceObject,
): Promise<Locale> {
  return (await findKnownLocale(sql, invoice)) ?? project.locale
}

/** Returns the language that an invoice or its customer has; null if neither is known. */
export async function findKnownLocale(
  sql: Sql,
  { locale, customer_id: customerId }: InvoiceObject,
): Promise<Locale | null> {
  if (locale !== 'auto') return locale
  return customerId === null ? null : findLocale(sql, customerId)
}
