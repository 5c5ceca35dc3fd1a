import type { Migration } from './migration.ts'

/** Makes it impossible to use a credit twice, and to sell a checkout that was closed early. */
export const moneyRules: Migration[] = [
  {
    // The reason why a checkout cannot be paid before it expires; null if it can.
    name: '1001-closed-checkouts',
    sql: 'ALTER TABLE checkouts ADD COLUMN closed_by VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin',
  },
  {
    // The credit of one state of a subscription belongs to one complete checkout: this key ensures it.
    name: '1002-used-credits',
    sql: `CREATE TABLE used_credits (
      subscription_id BIGINT UNSIGNED NOT NULL, subscription_version INT NOT NULL,
      project_id BIGINT UNSIGNED NOT NULL, checkout_id BIGINT UNSIGNED NOT NULL, amount BIGINT NOT NULL,
      created_at DATETIME(6) NOT NULL,
      PRIMARY KEY (subscription_id, subscription_version), UNIQUE KEY used_credits_checkout (checkout_id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    // If an earlier release allowed two uses, the first one counts.
    name: '1003-credits-used-before',
    sql: `INSERT IGNORE INTO used_credits
      SELECT subscription_id, subscription_version, project_id, id, credit_amount, paid_at FROM checkouts
      WHERE status = 'complete' AND purpose = 'change' AND credit_amount > 0
        AND subscription_id IS NOT NULL AND subscription_version IS NOT NULL ORDER BY id`,
  },
  {
    name: '1004-paid-schedules',
    sql: 'ALTER TABLE subscriptions ADD COLUMN is_schedule_paid BOOLEAN NOT NULL DEFAULT FALSE',
  },
  {
    name: '1005-schedules-paid-before',
    sql: `UPDATE subscriptions subscription SET is_schedule_paid = TRUE
      WHERE status <> 'canceled' AND EXISTS (SELECT * FROM segments segment
        WHERE segment.subscription_id = subscription.id AND segment.price_id <> subscription.price_id
          AND segment.starts_at > subscription.current_period_start)`,
  },
  {
    // A product with a paid period that has not begun counts as held.
    name: '1006-paid-products-are-held',
    sql: `INSERT IGNORE INTO holds (project_id, is_test, customer_id, product_id, subscription_id)
      SELECT subscription.project_id, subscription.is_test, subscription.customer_id, price.product_id, subscription.id
      FROM segments segment JOIN subscriptions subscription ON subscription.id = segment.subscription_id
      JOIN prices price ON price.id = segment.price_id
      WHERE subscription.status <> 'canceled' AND segment.starts_at > subscription.current_period_start`,
  },
  {
    // Room for a hundred discounts of 255 characters, four bytes each, and twenty codes.
    name: '1007-long-discounts',
    sql: 'ALTER TABLE checkouts MODIFY COLUMN discounts MEDIUMTEXT, MODIFY COLUMN promotion_codes MEDIUMTEXT',
  },
]
