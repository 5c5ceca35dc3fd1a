import type { Migration } from './migration.ts'

/** So many checkouts may an older release open while this one takes over. */
const OPENED_MEANWHILE = 10_000

/** Receipts count by themselves in each shop and mode. */
export const receiptNumbers: Migration[] = [
  {
    name: '1901-receipt-numbers',
    sql: `CREATE TABLE receipt_numbers (
      project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL, last BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (project_id, is_test)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    // Until now the checkout's id was the number, and ids are shared by all projects. It goes on above every id that
    // an older release may still give out and number a receipt by, so that none comes twice: open orders too, and
    // those it opens until it has ended. Numbers have gaps anyway.
    name: '1902-receipts-numbered-before',
    sql: `INSERT IGNORE INTO receipt_numbers
      SELECT project_id, is_test, (SELECT MAX(id) FROM checkouts) + ${OPENED_MEANWHILE}
      FROM checkouts GROUP BY project_id, is_test`,
  },
  {
    // Null in what was paid before: then it is the invoice's own number.
    name: '1903-receipts-of-invoices',
    sql: `ALTER TABLE invoices ADD COLUMN receipt_number VARCHAR(32),
      ADD KEY invoices_receipt (project_id, is_test, receipt_number, id)`,
  },
]
