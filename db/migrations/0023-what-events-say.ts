import type { Migration } from './migration.ts'

/** Events say what changed, and each endpoint can have its signature where it looks for it. */
export const whatEventsSay: Migration[] = [
  {
    // What the fields that changed held before; which kind of change it was, which outlives the payload; and in
    // which form it is delivered: 1, that of older releases, keeps the bytes that an attempt may have sent already.
    name: '2301-what-events-changed',
    sql: `ALTER TABLE events ADD COLUMN previous_attributes MEDIUMTEXT, ADD COLUMN change_kind VARCHAR(24),
      ADD COLUMN body_version TINYINT UNSIGNED NOT NULL DEFAULT 1`,
  },
  {
    // The header of the plain signature, where an endpoint wants one of its own.
    name: '2302-signature-headers',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN signature_header VARCHAR(64) CHARACTER SET ascii',
  },
]
