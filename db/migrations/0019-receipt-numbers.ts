import type { Migration } from './migration.ts'

/** Receipts count by themselves in each shop and mode. */
export const receiptNumbers: Migration[] = [
  {
    name: '1901-receipt-numbers',
    sql: `CREATE TABLE receipt_numbers (
      project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL, last BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (project_id, is_test)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    // Until now the checkout's id was the number: it goes on above the highest, so that none comes twice.
    name: '1902-receipts-numbered-before',
    sql: `INSERT IGNORE INTO receipt_numbers
      SELECT project_id, is_test, MAX(id) FROM checkouts WHERE receipt_number IS NOT NULL GROUP BY project_id, is_test`,
  },
  {
    // Null in what was paid before: then it is the invoice's own number.
    name: '1903-receipts-of-invoices',
    sql: `ALTER TABLE invoices ADD COLUMN receipt_number VARCHAR(32),
      ADD KEY invoices_receipt (project_id, is_test, receipt_number, id)`,
  },
]
