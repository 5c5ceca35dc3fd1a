import type { Migration } from './migration.ts'

/** Events contain the changed fields, and each endpoint can choose the header of its signature. */
export const whatEventsSay: Migration[] = [
  {
    // The former values of the changed fields; the kind of change, which is kept longer than the payload; and the form
    // of the body. Form 1 of older releases keeps the bytes that an attempt may have sent already.
    name: '2301-what-events-changed',
    sql: `ALTER TABLE events ADD COLUMN previous_attributes MEDIUMTEXT, ADD COLUMN change_kind VARCHAR(24),
      ADD COLUMN body_version TINYINT UNSIGNED NOT NULL DEFAULT 1`,
  },
  {
    // The header of the plain signature, if the endpoint has its own.
    name: '2302-signature-headers',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN signature_header VARCHAR(64) CHARACTER SET ascii',
  },
]
