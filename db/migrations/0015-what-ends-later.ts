import type { Migration } from './migration.ts'

/** What ends at once and is told later, rests before it is used again, or ends by a number that rises. */
export const whatEndsLater: Migration[] = [
  {
    // Deliveries up to this one that still wait are not sent any more; null where all of that is written down.
    name: '1501-backlogs-being-canceled',
    sql: 'ALTER TABLE webhook_endpoints ADD COLUMN cancel_through BIGINT UNSIGNED',
  },
  {
    // Until when the reference of a payment that has ended is given to nobody else.
    name: '1502-resting-references',
    sql: 'ALTER TABLE payments ADD COLUMN reference_until DATETIME(6), ADD KEY payments_resting (reference_until)',
  },
  {
    // Emailed links and sessions of a lower number open nothing any more.
    name: '1503-ended-portal-links',
    sql: 'ALTER TABLE customers ADD COLUMN link_version INT UNSIGNED NOT NULL DEFAULT 0',
  },
  {
    name: '1504-ended-portal-sessions',
    sql: 'ALTER TABLE portal_sessions ADD COLUMN link_version INT UNSIGNED NOT NULL DEFAULT 0',
  },
]
