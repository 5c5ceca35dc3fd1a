import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin'
const BIN = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
/** The data of a picture that pages need, in the row of its object, so that showing it needs no query. */
const NAME = `VARCHAR(96) ${ASCII}`

/** Pictures of objects from before there were copies: each copy is due now, and the scanners find it. */
const wanted = (subject: string, table: string, column: string, isTest: string) =>
  `INSERT INTO image_copies (project_id, is_test, subject, subject_id, url, asked, status, tries, due_at, created_at, updated_at)
     SELECT ${table === 'projects' ? 'id' : 'project_id'}, ${isTest}, '${subject}', id, ${column}, 1, 'pending', 0,
       UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)
     FROM ${table} WHERE ${column} IS NOT NULL
   ON DUPLICATE KEY UPDATE asked = image_copies.asked`

/** Our own copies of merchants' pictures, named by their content, and the due copies with their addresses. */
export const images: Migration[] = [
  {
    name: '0701-images',
    sql: `CREATE TABLE images (
      project_id BIGINT UNSIGNED NOT NULL, hash BINARY(32) NOT NULL, type VARCHAR(4) ${ASCII} NOT NULL,
      width SMALLINT UNSIGNED NOT NULL, height SMALLINT UNSIGNED NOT NULL, clear BOOLEAN NOT NULL, bytes BLOB NOT NULL,
      released_at DATETIME(6), created_at DATETIME(6) NOT NULL,
      PRIMARY KEY (project_id, hash), KEY images_released (released_at)) ${TABLE}`,
  },
  {
    name: '0702-image-copies',
    sql: `CREATE TABLE image_copies (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      subject VARCHAR(8) ${ASCII} NOT NULL, subject_id BIGINT UNSIGNED NOT NULL, url VARCHAR(2048) ${BIN} NOT NULL,
      asked INT UNSIGNED NOT NULL, status VARCHAR(16) NOT NULL, hash BINARY(32), tries INT NOT NULL DEFAULT 0,
      due_at DATETIME(6), armed_until DATETIME(6), error VARCHAR(500), request_id VARCHAR(128),
      created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL,
      UNIQUE KEY image_copies_subject (subject, subject_id), KEY image_copies_due (status, armed_until, due_at),
      KEY image_copies_image (project_id, hash)) ${TABLE}`,
  },
  { name: '0703-projects-logo', sql: `ALTER TABLE projects ADD COLUMN logo ${NAME}` },
  { name: '0704-products-picture', sql: `ALTER TABLE products ADD COLUMN picture ${NAME}` },
  { name: '0705-copy-known-logos', sql: wanted('project', 'projects', 'logo_url', 'FALSE') },
  { name: '0706-copy-known-pictures', sql: wanted('product', 'products', 'image_url', 'is_test') },
]
