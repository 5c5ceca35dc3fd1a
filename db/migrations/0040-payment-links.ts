import type { Migration } from './migration.ts'

/** Permanent addresses that sell something, and the checkouts that they open. */
export const paymentLinks: Migration[] = [
  {
    name: '4001-payment-links',
    sql: `CREATE TABLE payment_links (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        project_id BIGINT UNSIGNED NOT NULL,
        is_test TINYINT(1) NOT NULL,
        code CHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        active TINYINT(1) NOT NULL DEFAULT 1,
        items MEDIUMTEXT NOT NULL,
        custom_fields MEDIUMTEXT,
        allow_promotion_codes TINYINT(1) NOT NULL DEFAULT 0,
        email_collection TINYINT(1) NOT NULL DEFAULT 1,
        phone_number_collection TINYINT(1) NOT NULL DEFAULT 0,
        delivery_address_collection TINYINT(1) NOT NULL DEFAULT 0,
        locale VARCHAR(8) NOT NULL DEFAULT 'auto',
        success_url VARCHAR(2048),
        thank_you_text TEXT,
        max_sales INT,
        times_sold INT NOT NULL DEFAULT 0,
        times_reserved INT NOT NULL DEFAULT 0,
        ends_at DATETIME(6),
        metadata TEXT,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        UNIQUE KEY payment_links_code (code),
        KEY payment_links_list (project_id, is_test, id),
        KEY payment_links_active (project_id, is_test, active, id),
        KEY payment_links_created (project_id, is_test, created_at, id)
      ) ENGINE=InnoDB`,
  },
  {
    // The key identifies what one browser chose, so that a second press finds the checkout of the first.
    name: '4002-checkouts-of-links',
    sql: `ALTER TABLE checkouts ADD COLUMN payment_link_id BIGINT UNSIGNED,
      ADD COLUMN payment_link_key CHAR(43) CHARACTER SET ascii COLLATE ascii_bin,
      ADD COLUMN payment_link_sale VARCHAR(16),
      ADD COLUMN thank_you_text TEXT`,
  },
  {
    name: '4003-checkouts-by-link',
    sql: 'ALTER TABLE checkouts ADD KEY checkouts_link (payment_link_id, status, id)',
  },
  {
    name: '4004-checkouts-by-link-key',
    sql: 'ALTER TABLE checkouts ADD UNIQUE KEY checkouts_link_key (payment_link_key)',
  },
]
