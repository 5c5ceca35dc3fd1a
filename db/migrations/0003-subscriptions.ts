import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const OWNER = 'project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL'
const STAMPS = 'created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL'

/** Subscriptions, their paid periods, the products that customers hold, trials, and test clocks. */
export const subscriptions: Migration[] = [
  {
    name: '0201-subscriptions',
    sql: `CREATE TABLE subscriptions (
      ${ID}, ${OWNER}, customer_id BIGINT UNSIGNED NOT NULL, product_id BIGINT UNSIGNED NOT NULL,
      price_id BIGINT UNSIGNED NOT NULL, status VARCHAR(16) NOT NULL,
      current_period_start DATETIME(6) NOT NULL, current_period_end DATETIME(6) NOT NULL,
      trial_ends_at DATETIME(6), grace_ends_at DATETIME(6), canceled_at DATETIME(6), ended_at DATETIME(6),
      cancellation_reason VARCHAR(16), scheduled_price_id BIGINT UNSIGNED,
      anchor_day CHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, anchor_months INT NOT NULL,
      reminded_until DATETIME(6) NOT NULL, version INT NOT NULL DEFAULT 1,
      metadata TEXT, test_clock_id BIGINT UNSIGNED, ${STAMPS},
      KEY subscriptions_list (project_id, is_test, id), KEY subscriptions_status (project_id, is_test, status, id),
      KEY subscriptions_price (price_id, id), KEY subscriptions_customer (customer_id, id)) ${TABLE}`,
  },
  {
    name: '0202-segments',
    sql: `CREATE TABLE segments (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, subscription_id BIGINT UNSIGNED NOT NULL,
      checkout_id BIGINT UNSIGNED NOT NULL, price_id BIGINT UNSIGNED NOT NULL, value BIGINT NOT NULL,
      starts_at DATETIME(6) NOT NULL, ends_at DATETIME(6) NOT NULL, created_at DATETIME(6) NOT NULL,
      UNIQUE KEY segments_checkout (checkout_id), KEY segments_subscription (subscription_id, ends_at)) ${TABLE}`,
  },
  {
    // One entitled subscription per customer and product. The product of a scheduled price is held too.
    name: '0203-holds',
    sql: `CREATE TABLE holds (
      ${OWNER}, customer_id BIGINT UNSIGNED NOT NULL, product_id BIGINT UNSIGNED NOT NULL,
      subscription_id BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (project_id, is_test, customer_id, product_id), KEY holds_subscription (subscription_id), KEY holds_customer (customer_id)) ${TABLE}`,
  },
  {
    name: '0204-trials',
    sql: `CREATE TABLE trials (
      ${OWNER}, customer_id BIGINT UNSIGNED NOT NULL, product_id BIGINT UNSIGNED NOT NULL,
      subscription_id BIGINT UNSIGNED NOT NULL, created_at DATETIME(6) NOT NULL,
      PRIMARY KEY (project_id, is_test, customer_id, product_id)) ${TABLE}`,
  },
  {
    name: '0205-test-clocks',
    sql: `CREATE TABLE test_clocks (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, name VARCHAR(255), frozen_time DATETIME(6) NOT NULL,
      target_time DATETIME(6), status VARCHAR(16) NOT NULL, ${STAMPS},
      KEY test_clocks_list (project_id, id)) ${TABLE}`,
  },
]
