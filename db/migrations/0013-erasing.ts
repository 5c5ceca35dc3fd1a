import type { Migration } from './migration.ts'

/** Lets an erasure continue in small transactions, and finds the data of a guest by the address. */
export const erasing: Migration[] = [
  {
    // The rest of an erasure: of a customer, from a row of a stage on, or of a guest, found by the address.
    name: '1201-erasures',
    sql: `CREATE TABLE erasures (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      customer_id BIGINT UNSIGNED, email VARCHAR(254), stage VARCHAR(16), after_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
      created_at DATETIME(6) NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    name: '1202-checkouts-by-email',
    sql: 'ALTER TABLE checkouts ADD KEY checkouts_email (project_id, is_test, customer_email, id)',
  },
  {
    name: '1203-invoices-by-email',
    sql: 'ALTER TABLE invoices ADD KEY invoices_email (project_id, is_test, customer_email, id)',
  },
  {
    name: '1204-payments-by-email',
    sql: 'ALTER TABLE payments ADD KEY payments_email (project_id, is_test, customer_email, id)',
  },
  {
    // A clock that is being deleted is invisible. Its customers up to this one have been deleted.
    name: '1206-clocks-being-deleted',
    sql: 'ALTER TABLE test_clocks ADD COLUMN deleted_at DATETIME(6), ADD COLUMN deleted_through BIGINT UNSIGNED NOT NULL DEFAULT 0',
  },
  {
    // Reported before the customer was erased: if it is confirmed, the money must be refunded.
    name: '1205-pending-of-the-erased',
    sql: `UPDATE checkouts JOIN customers ON customers.id = checkouts.customer_id SET checkouts.closed_by = 'erasure'
      WHERE checkouts.status = 'pending' AND checkouts.closed_by IS NULL AND customers.deleted_at IS NOT NULL`,
  },
]
