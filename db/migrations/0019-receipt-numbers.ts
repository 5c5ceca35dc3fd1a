import type { Migration } from './migration.ts'

/** The number of checkouts that an older release can open while this one replaces it. */
const OPENED_MEANWHILE = 10_000

/** Receipts have their own numbers in each project and mode. */
export const receiptNumbers: Migration[] = [
  {
    name: '1901-receipt-numbers',
    sql: `CREATE TABLE receipt_numbers (
      project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL, last BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (project_id, is_test)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    // Until now the checkout's id was the number, and ids are shared by all projects. The new numbers begin above every
    // id that an older release can still use as a receipt number, for open orders and for those that it opens until it
    // has ended. So no number comes twice. Numbers have gaps anyway.
    name: '1902-receipts-numbered-before',
    sql: `INSERT IGNORE INTO receipt_numbers
      SELECT project_id, is_test, (SELECT MAX(id) FROM checkouts) + ${OPENED_MEANWHILE}
      FROM checkouts GROUP BY project_id, is_test`,
  },
  {
    // Null in earlier paid invoices: their receipt has the invoice's own number.
    name: '1903-receipts-of-invoices',
    sql: `ALTER TABLE invoices ADD COLUMN receipt_number VARCHAR(32),
      ADD KEY invoices_receipt (project_id, is_test, receipt_number, id)`,
  },
]
