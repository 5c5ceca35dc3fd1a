import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const OWNER = 'project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL'
const STAMPS = 'created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL'

/** What attempts were sent with, until when payloads are kept, rehearsals, and resending what failed. */
export const webhooks: Migration[] = [
  {
    name: '0301-attempt-headers',
    sql: 'ALTER TABLE webhook_attempts ADD COLUMN request_headers TEXT',
  },
  {
    // Null once the payload is gone, so that the index holds only what is still to go.
    name: '0302-payloads-kept-until',
    sql: 'ALTER TABLE events ADD COLUMN data_until DATETIME(6), ADD KEY events_data_until (data_until)',
  },
  {
    name: '0303-payloads-written-before',
    sql: 'UPDATE events SET data_until = created_at + INTERVAL 90 DAY WHERE data_until IS NULL',
  },
  {
    name: '0304-delivery-repeats',
    sql: 'ALTER TABLE webhook_deliveries ADD COLUMN repeats INT NOT NULL DEFAULT 0',
  },
  {
    name: '0305-webhook-rehearsals',
    sql: `CREATE TABLE webhook_rehearsals (
      ${ID}, ${OWNER}, endpoint_id BIGINT UNSIGNED NOT NULL, duplicates BOOLEAN NOT NULL, reorder BOOLEAN NOT NULL, ${STAMPS},
      KEY webhook_rehearsals_age (created_at)) ${TABLE}`,
  },
  {
    // Since when failed deliveries are being sent again, and after which of them it goes on.
    name: '0306-endpoint-resends',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN resend_since DATETIME(6), ADD COLUMN resend_after BIGINT UNSIGNED',
  },
  {
    // Since when what an endpoint has missed is being made due, and after which event it goes on.
    name: '0307-endpoint-missed',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN missed_since DATETIME(6), ADD COLUMN missed_after BIGINT UNSIGNED',
  },
  {
    // Every event looks for the endpoints that are there, and passes no deleted one.
    name: '0308-endpoints-that-are-there',
    sql: `ALTER TABLE webhook_endpoints ADD KEY webhook_endpoints_live (project_id, is_test, deleted_at, id),
      DROP KEY webhook_endpoints_list`,
  },
  {
    // Those before the previous one that still sign: whoever replaces twice in a day breaks nobody.
    name: '0309-endpoint-older-secrets',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN older_secrets BLOB',
  },
]
