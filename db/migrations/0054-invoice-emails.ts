import type { Migration } from './migration.ts'

/** An invoice keeps when, and to which address, it was last emailed. */
export const invoiceEmails: Migration[] = [
  {
    name: '5401-invoices-sent',
    sql: 'ALTER TABLE invoices ADD COLUMN sent_at DATETIME(6) NULL, ADD COLUMN sent_to VARCHAR(254) NULL',
  },
]
