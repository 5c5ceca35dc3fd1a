import type { Migration } from './migration.ts'

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin'

/** Descriptions of order lines, and pictures of items that are not in the catalogue. */
export const itemsOnTheSpot: Migration[] = [
  {
    // Like the merchant's other pictures, but by address: many orders show the same one, which is copied once.
    name: '1801-item-pictures',
    sql: `CREATE TABLE item_pictures (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      url_hash BINARY(32) NOT NULL, picture VARCHAR(96) ${ASCII}, asked_at DATETIME(6) NOT NULL,
      UNIQUE KEY item_pictures_url (project_id, is_test, url_hash), KEY item_pictures_asked (asked_at)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    name: '1802-items-described',
    sql: `ALTER TABLE checkout_items ADD COLUMN description TEXT, ADD COLUMN image_url VARCHAR(2048),
      ADD COLUMN picture_id BIGINT UNSIGNED`,
  },
]
