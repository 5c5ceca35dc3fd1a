import type { Migration } from './migration.ts'

/** The money of a payment: the received amount, the reason if none arrived, and the times. */
export const moneyThatArrives: Migration[] = [
  {
    // Null in payments that an older release ended: then exactly the requested amount arrived, or nothing.
    name: '2101-payments-in-sums',
    sql: `ALTER TABLE payments ADD COLUMN amount_received BIGINT, ADD COLUMN failure_code VARCHAR(16),
      ADD COLUMN ended_at DATETIME(6), ADD COLUMN paid_at DATETIME(6)`,
  },
  {
    // Each arrival of money for a payment. An entry with a key is recorded once.
    name: '2102-deposits',
    sql: `CREATE TABLE deposits (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      payment_id BIGINT UNSIGNED NOT NULL, amount BIGINT NOT NULL, entered_by VARCHAR(64) NOT NULL,
      entry_key VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, request_id VARCHAR(128),
      created_at DATETIME(6) NOT NULL, UNIQUE KEY deposits_entry (payment_id, entry_key))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    // Refunds. Their sum is in the payment too: its lock decides how much can be refunded.
    name: '2103-refunds',
    sql: `CREATE TABLE refunds (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      payment_id BIGINT UNSIGNED NOT NULL, amount BIGINT NOT NULL, currency CHAR(3) NOT NULL, status VARCHAR(16) NOT NULL,
      reason VARCHAR(16), note VARCHAR(500), created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL,
      KEY refunds_list (project_id, is_test, id), KEY refunds_created (project_id, is_test, created_at),
      KEY refunds_payment (payment_id, id)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    name: '2104-payments-refunded',
    sql: 'ALTER TABLE payments ADD COLUMN amount_refunded BIGINT NOT NULL DEFAULT 0',
  },
  {
    // The customer and the order of a payment never change. They are copied from the order, so that lists have an index.
    name: '2105-payments-by-what-they-are-known-by',
    sql: `ALTER TABLE payments ADD COLUMN customer_id BIGINT UNSIGNED,
      ADD COLUMN client_reference_id VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
      ADD KEY payments_customer (project_id, is_test, customer_id, id),
      ADD KEY payments_order (project_id, is_test, client_reference_id, id),
      ADD KEY payments_by_reference (project_id, is_test, reference, id),
      ADD KEY payments_amount (project_id, is_test, amount, id)`,
  },
  ...(['checkout', 'invoice'] as const).map((payable, number) => ({
    name: `210${number + 6}-payments-of-each-${payable}`,
    sql: `UPDATE payments JOIN ${payable}s payable ON payable.id = payments.payable_id
      SET payments.customer_id = payable.customer_id, payments.client_reference_id = payable.client_reference_id
      WHERE payments.payable_type = '${payable}'`,
  })),
]
