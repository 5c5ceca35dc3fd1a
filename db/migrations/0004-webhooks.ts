import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const OWNER = 'project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL'
const STAMPS = 'created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL'

/** Attempts, the retention of payloads, rehearsals, and resending failed deliveries. */
export const webhooks: Migration[] = [
  {
    name: '0301-attempt-headers',
    sql: 'ALTER TABLE webhook_attempts ADD COLUMN request_headers TEXT',
  },
  {
    // Null once the payload is deleted, so that the index contains only payloads that will be deleted.
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
    // The start of resending failed deliveries, and the last delivery that has been processed.
    name: '0306-endpoint-resends',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN resend_since DATETIME(6), ADD COLUMN resend_after BIGINT UNSIGNED',
  },
  {
    // The start of delivering the events that an endpoint missed, and the last event that has been processed.
    name: '0307-endpoint-missed',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN missed_since DATETIME(6), ADD COLUMN missed_after BIGINT UNSIGNED',
  },
  {
    // Every event looks up the endpoints of its project. The index skips deleted ones.
    name: '0308-endpoints-that-are-there',
    sql: `ALTER TABLE webhook_endpoints ADD KEY webhook_endpoints_live (project_id, is_test, deleted_at, id),
      DROP KEY webhook_endpoints_list`,
  },
  {
    // Earlier secrets that still sign, so that rotating twice in a day breaks no receiver.
    name: '0309-endpoint-older-secrets',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN older_secrets BLOB',
  },
]
