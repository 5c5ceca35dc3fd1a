import type { Migration } from './migration.ts'

const BIN = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const OWNER = 'project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL'
const STAMPS = 'created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL'

/** Promotion codes, their redemptions, and invoices. */
export const wholeCheckout: Migration[] = [
  {
    name: '0101-promotion-codes',
    sql: `CREATE TABLE promotion_codes (
      ${ID}, ${OWNER}, code VARCHAR(50) ${BIN} NOT NULL, type VARCHAR(16) NOT NULL,
      percent_off INT, amount_off BIGINT, product_ids TEXT, minimum_amount BIGINT,
      starts_at DATETIME(6), expires_at DATETIME(6), max_redemptions INT, max_redemptions_per_customer INT,
      combinable BOOLEAN NOT NULL DEFAULT FALSE, active BOOLEAN NOT NULL DEFAULT TRUE,
      times_redeemed INT NOT NULL DEFAULT 0, times_reserved INT NOT NULL DEFAULT 0, ${STAMPS},
      UNIQUE KEY promotion_codes_code (project_id, is_test, code),
      KEY promotion_codes_list (project_id, is_test, id)) ${TABLE}`,
  },
  {
    name: '0102-redemptions',
    sql: `CREATE TABLE redemptions (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, promotion_code_id BIGINT UNSIGNED NOT NULL,
      checkout_id BIGINT UNSIGNED NOT NULL, redeemer VARCHAR(270) ${BIN} NOT NULL, status VARCHAR(16) NOT NULL, ${STAMPS},
      UNIQUE KEY redemptions_once (checkout_id, promotion_code_id),
      KEY redemptions_redeemer (promotion_code_id, redeemer, status)) ${TABLE}`,
  },
  {
    name: '0103-invoices',
    sql: `CREATE TABLE invoices (
      ${ID}, ${OWNER}, token CHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, status VARCHAR(16) NOT NULL,
      amount BIGINT NOT NULL, currency CHAR(3) NOT NULL, description VARCHAR(1000), number VARCHAR(32) ${BIN}, sequence INT,
      customer_id BIGINT UNSIGNED, customer_email VARCHAR(254), client_reference_id VARCHAR(191) ${BIN},
      due_date DATETIME(6), locale VARCHAR(8) NOT NULL DEFAULT 'auto', page_locale CHAR(2),
      success_url VARCHAR(2048), cancel_url VARCHAR(2048), payment_method VARCHAR(32), active_payment_id BIGINT UNSIGNED,
      paid_at DATETIME(6), metadata TEXT, test_clock_id BIGINT UNSIGNED, ${STAMPS},
      UNIQUE KEY invoices_number (project_id, is_test, sequence),
      KEY invoices_list (project_id, is_test, id), KEY invoices_customer (customer_id, id),
      KEY invoices_reference (project_id, is_test, client_reference_id, id),
      KEY invoices_status (project_id, is_test, status, id)) ${TABLE}`,
  },
  {
    name: '0104-invoice-numbers',
    sql: `CREATE TABLE invoice_numbers (
      project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL, last INT NOT NULL,
      PRIMARY KEY (project_id, is_test)) ${TABLE}`,
  },
]
