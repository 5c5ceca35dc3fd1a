import type { Migration } from './migration.ts'

/** Keys, codes and references are compared byte by byte. */
const BIN = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const OWNER = 'project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL'
const STAMPS = 'created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL'

/** The tables of the main job: catalogue, customers, checkouts, payments, events and due rows. */
export const mainJob: Migration[] = [
  {
    name: '0001-projects',
    sql: `CREATE TABLE projects (
      ${ID}, name VARCHAR(255) NOT NULL, currency CHAR(3) NOT NULL, timezone VARCHAR(64) NOT NULL,
      locale CHAR(2) NOT NULL, country CHAR(2) NOT NULL, plan VARCHAR(16) NOT NULL,
      email VARCHAR(254), support_phone VARCHAR(32), legal_name VARCHAR(255), registration_number VARCHAR(64),
      address VARCHAR(500), terms_url VARCHAR(2048), logo_url VARCHAR(2048), color CHAR(7),
      invoice_prefix VARCHAR(12) NOT NULL, payment_settings MEDIUMBLOB, ${STAMPS}) ${TABLE}`,
  },
  {
    name: '0002-api-tokens',
    sql: `CREATE TABLE api_tokens (
      ${ID}, ${OWNER}, hash BINARY(32) NOT NULL, last4 CHAR(4) ${BIN} NOT NULL,
      last_used_at DATETIME(6), revoked_at DATETIME(6), created_at DATETIME(6) NOT NULL,
      UNIQUE KEY api_tokens_hash (hash), KEY api_tokens_project (project_id)) ${TABLE}`,
  },
  {
    name: '0003-products',
    sql: `CREATE TABLE products (
      ${ID}, ${OWNER}, name VARCHAR(255) NOT NULL, description TEXT, image_url VARCHAR(2048),
      client_reference_id VARCHAR(191) ${BIN}, grace_period_days INT NOT NULL DEFAULT 0,
      active BOOLEAN NOT NULL DEFAULT TRUE, metadata TEXT, ${STAMPS},
      KEY products_list (project_id, is_test, id)) ${TABLE}`,
  },
  {
    name: '0004-prices',
    sql: `CREATE TABLE prices (
      ${ID}, ${OWNER}, product_id BIGINT UNSIGNED NOT NULL, type VARCHAR(16) NOT NULL, unit_amount BIGINT NOT NULL,
      recurring_interval VARCHAR(8), recurring_interval_count INT, lookup_key VARCHAR(100) ${BIN},
      active BOOLEAN NOT NULL DEFAULT TRUE, metadata TEXT, ${STAMPS},
      UNIQUE KEY prices_lookup_key (project_id, is_test, lookup_key),
      KEY prices_list (project_id, is_test, id), KEY prices_product (product_id, id)) ${TABLE}`,
  },
  {
    name: '0005-customers',
    sql: `CREATE TABLE customers (
      ${ID}, ${OWNER}, name VARCHAR(255), email VARCHAR(254), email_key VARCHAR(254) ${BIN}, phone VARCHAR(32),
      client_reference_id VARCHAR(191) ${BIN}, delivery_address TEXT, locale CHAR(2), metadata TEXT,
      test_clock_id BIGINT UNSIGNED, deleted_at DATETIME(6), ${STAMPS},
      UNIQUE KEY customers_reference (project_id, is_test, client_reference_id),
      KEY customers_list (project_id, is_test, id), KEY customers_email (project_id, is_test, email_key, id)) ${TABLE}`,
  },
  {
    name: '0006-checkouts',
    sql: `CREATE TABLE checkouts (
      ${ID}, ${OWNER}, token CHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      status VARCHAR(16) NOT NULL, mode VARCHAR(16) NOT NULL, currency CHAR(3) NOT NULL,
      amount_subtotal BIGINT NOT NULL, amount_total BIGINT NOT NULL, credit_amount BIGINT NOT NULL DEFAULT 0,
      client_reference_id VARCHAR(48) ${BIN}, customer_id BIGINT UNSIGNED, customer_email VARCHAR(254),
      is_guest BOOLEAN NOT NULL, subscription_id BIGINT UNSIGNED, purpose VARCHAR(8), subscription_version INT, discounts TEXT, promotion_codes TEXT, custom_fields MEDIUMTEXT,
      allow_promotion_codes BOOLEAN NOT NULL DEFAULT FALSE, email_collection BOOLEAN NOT NULL DEFAULT TRUE,
      phone_number_collection BOOLEAN NOT NULL DEFAULT FALSE, delivery_address_collection BOOLEAN NOT NULL DEFAULT FALSE,
      phone_number VARCHAR(32), delivery_address TEXT, locale VARCHAR(8) NOT NULL DEFAULT 'auto', page_locale CHAR(2),
      success_url VARCHAR(2048), cancel_url VARCHAR(2048), payment_method VARCHAR(32), active_payment_id BIGINT UNSIGNED,
      wrong_codes INT NOT NULL DEFAULT 0, wrong_codes_since DATETIME(6), restarted_as BIGINT UNSIGNED,
      paid_at DATETIME(6), receipt_number VARCHAR(32), metadata TEXT, test_clock_id BIGINT UNSIGNED,
      expires_at DATETIME(6) NOT NULL, ${STAMPS},
      KEY checkouts_list (project_id, is_test, id), KEY checkouts_customer (customer_id, status, id), KEY checkouts_subscription (subscription_id, status),
      KEY checkouts_reference (project_id, is_test, client_reference_id, id),
      KEY checkouts_status (project_id, is_test, status, id)) ${TABLE}`,
  },
  {
    name: '0007-checkout-items',
    sql: `CREATE TABLE checkout_items (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, checkout_id BIGINT UNSIGNED NOT NULL,
      price_id BIGINT UNSIGNED, product_id BIGINT UNSIGNED, name VARCHAR(255) NOT NULL,
      product_client_reference_id VARCHAR(191) ${BIN}, lookup_key VARCHAR(100) ${BIN}, quantity INT NOT NULL, unit_amount BIGINT NOT NULL,
      amount_subtotal BIGINT NOT NULL, amount_total BIGINT NOT NULL, adjustable_min INT, adjustable_max INT,
      KEY checkout_items_checkout (checkout_id, id)) ${TABLE}`,
  },
  {
    name: '0008-payments',
    sql: `CREATE TABLE payments (
      ${ID}, ${OWNER}, payable_type VARCHAR(16) NOT NULL, payable_id BIGINT UNSIGNED NOT NULL,
      method VARCHAR(32) NOT NULL, status VARCHAR(16) NOT NULL, amount BIGINT NOT NULL, currency CHAR(3) NOT NULL,
      reference CHAR(6) ${BIN}, bank_name VARCHAR(255), account_number VARCHAR(64), account_holder VARCHAR(255),
      details TEXT, customer_email VARCHAR(254), phone_number VARCHAR(32), claimed_at DATETIME(6), expires_at DATETIME(6),
      failure_message VARCHAR(500), verified_by VARCHAR(64), test_clock_id BIGINT UNSIGNED, ${STAMPS},
      open_reference CHAR(6) ${BIN},
      UNIQUE KEY payments_reference (project_id, open_reference),
      KEY payments_list (project_id, is_test, id), KEY payments_payable (payable_type, payable_id, id),
      KEY payments_status (project_id, is_test, status, id)) ${TABLE}`,
  },
  {
    name: '0009-timers',
    sql: `CREATE TABLE timers (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, kind VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      subject_id BIGINT UNSIGNED NOT NULL, due_at DATETIME(6) NOT NULL, armed_until DATETIME(6),
      test_clock_id BIGINT UNSIGNED,
      UNIQUE KEY timers_subject (kind, subject_id), KEY timers_due (test_clock_id, armed_until, due_at)) ${TABLE}`,
  },
  {
    name: '0010-events',
    sql: `CREATE TABLE events (
      ${ID}, ${OWNER}, type VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      object VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, object_id BIGINT UNSIGNED NOT NULL,
      sequence INT NOT NULL, data MEDIUMTEXT NOT NULL, request_id VARCHAR(128), created_at DATETIME(6) NOT NULL,
      UNIQUE KEY events_sequence (object, object_id, sequence),
      KEY events_list (project_id, is_test, id), KEY events_type (project_id, is_test, type, id),
      KEY events_object (project_id, is_test, object_id, id), KEY events_time (project_id, is_test, created_at)) ${TABLE}`,
  },
  {
    name: '0011-webhook-endpoints',
    sql: `CREATE TABLE webhook_endpoints (
      ${ID}, ${OWNER}, url VARCHAR(2048) NOT NULL, description VARCHAR(500), events TEXT,
      active BOOLEAN NOT NULL DEFAULT TRUE, secret BLOB NOT NULL, previous_secret BLOB, previous_secret_until DATETIME(6),
      disabled_reason VARCHAR(500), draining_until DATETIME(6), drain_token CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
      failures INT NOT NULL DEFAULT 0, failing_since DATETIME(6), held_until DATETIME(6), armed_until DATETIME(6),
      deleted_at DATETIME(6), ${STAMPS},
      KEY webhook_endpoints_list (project_id, is_test, id), KEY webhook_endpoints_draining (draining_until)) ${TABLE}`,
  },
  {
    name: '0012-webhook-deliveries',
    sql: `CREATE TABLE webhook_deliveries (
      ${ID}, ${OWNER}, endpoint_id BIGINT UNSIGNED NOT NULL, event_id BIGINT UNSIGNED NOT NULL,
      event_type VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, status VARCHAR(16) NOT NULL,
      tries INT NOT NULL DEFAULT 0, due_at DATETIME(6), resent_status VARCHAR(16), resent_due_at DATETIME(6), ${STAMPS},
      UNIQUE KEY webhook_deliveries_once (endpoint_id, event_id),
      KEY webhook_deliveries_due (status, endpoint_id, due_at),
      KEY webhook_deliveries_endpoint (project_id, is_test, endpoint_id, id),
      KEY webhook_deliveries_status (project_id, is_test, status, id),
      KEY webhook_deliveries_list (project_id, is_test, id),
      KEY webhook_deliveries_event (event_id, id)) ${TABLE}`,
  },
  {
    name: '0013-webhook-attempts',
    sql: `CREATE TABLE webhook_attempts (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, delivery_id BIGINT UNSIGNED NOT NULL, attempted_at DATETIME(6) NOT NULL,
      status_code INT, duration_ms INT NOT NULL, response_body TEXT, error VARCHAR(500),
      KEY webhook_attempts_delivery (delivery_id, id)) ${TABLE}`,
  },
  {
    name: '0014-emails',
    sql: `CREATE TABLE emails (
      ${ID}, ${OWNER}, kind VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      cause VARCHAR(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, customer_id BIGINT UNSIGNED,
      recipient VARCHAR(254) NOT NULL, locale CHAR(2) NOT NULL, words MEDIUMTEXT NOT NULL, status VARCHAR(16) NOT NULL,
      tries INT NOT NULL DEFAULT 0, due_at DATETIME(6), armed_until DATETIME(6), error VARCHAR(500), sent_at DATETIME(6),
      request_id VARCHAR(128), ${STAMPS},
      UNIQUE KEY emails_once (kind, cause), KEY emails_due (status, armed_until, due_at),
      KEY emails_customer (customer_id, id)) ${TABLE}`,
  },
  {
    name: '0015-idempotency-keys',
    sql: `CREATE TABLE idempotency_keys (
      ${OWNER}, idempotency_key VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      request_hash BINARY(32) NOT NULL, status SMALLINT NOT NULL, answer MEDIUMBLOB NOT NULL,
      created_at DATETIME(6) NOT NULL,
      PRIMARY KEY (project_id, is_test, idempotency_key), KEY idempotency_keys_age (created_at)) ${TABLE}`,
  },
]
