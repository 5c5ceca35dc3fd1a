import type { Sql } from '../../../db/sql.ts'
import type { InvoiceObject } from '../../domain/invoices/object.ts'
import type { Locale } from '../../kit/languages.ts'
import { findLocale } from '../customers/locale.ts'
import type { Scope } from '../projects/project.ts'

/** Returns the language of messages about an invoice: its own, else its customer's last one, else the project's. */
export async function findInvoiceLocale(
  sql: Sql,
  { project }: Scope,
  { locale, customer_id: customerId }: InvoiceObject,
): Promise<Locale> {
  if (locale !== 'auto') return locale
  return (customerId === null ? null : await findLocale(sql, customerId)) ?? project.locale
}
