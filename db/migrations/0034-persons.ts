import type { Migration } from './migration.ts'

/** Identifies persons, and the data that is erased with them. */
export const persons: Migration[] = [
  {
    // The email address of a paid order with a code; null in rows of releases before 0.2.0.
    name: '3401-redemptions-by-address',
    sql: `ALTER TABLE redemptions ADD COLUMN buyer_email VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
      ADD KEY redemptions_buyer (promotion_code_id, buyer_email)`,
  },
  {
    // The person whose data the stored response contains, such as \`customer 5\` or \`checkout 7\`.
    name: '3402-subjects-of-answers',
    sql: `ALTER TABLE idempotency_keys ADD COLUMN subject VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin,
      ADD KEY idempotency_keys_subject (subject)`,
  },
]
