import type { Migration } from './migration.ts'

/** Endpoints that end at once with their deliveries recorded later, reserved references, and link versions. */
export const whatEndsLater: Migration[] = [
  {
    // Pending deliveries up to this one are not sent any more; null if all of them are recorded as canceled.
    name: '1501-backlogs-being-canceled',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN cancel_through BIGINT UNSIGNED',
  },
  {
    // The time until which the reference of an ended payment is not used again.
    name: '1502-resting-references',
    sql: 'ALTER TABLE payments ADD COLUMN reference_until DATETIME(6), ADD KEY payments_resting (reference_until)',
  },
  {
    // Emailed links and sessions with a lower number are invalid.
    name: '1503-ended-portal-links',
    sql: 'ALTER TABLE customers ADD COLUMN link_version INT UNSIGNED NOT NULL DEFAULT 0',
  },
  {
    name: '1504-ended-portal-sessions',
    sql: 'ALTER TABLE portal_sessions ADD COLUMN link_version INT UNSIGNED NOT NULL DEFAULT 0',
  },
]
