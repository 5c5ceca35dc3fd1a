import type { Migration } from './migration.ts'

/** The first page of the dashboard: counted figures, and the indexes that they are counted from. */
export const figures: Migration[] = [
  {
    name: '5901-figures',
    sql: `CREATE TABLE figures (
        project_id BIGINT UNSIGNED NOT NULL,
        is_test TINYINT NOT NULL,
        payload MEDIUMTEXT,
        counted_at DATETIME(6),
        took INT UNSIGNED NOT NULL DEFAULT 0,
        claimed_until DATETIME(6),
        PRIMARY KEY (project_id, is_test)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    name: '5902-payments-by-day',
    sql: 'CREATE INDEX payments_paid ON payments (project_id, is_test, test_clock_id, paid_at, currency, amount)',
  },
  {
    name: '5903-renewals-by-day',
    sql: 'CREATE INDEX segments_created ON segments (project_id, created_at, checkout_id)',
  },
  {
    name: '5904-subscriptions-by-state',
    sql: `CREATE INDEX subscriptions_states ON subscriptions
      (project_id, is_test, test_clock_id, status, ended_at, price_id, scheduled_price_id, canceled_at, current_period_end)`,
  },
  {
    name: '5905-overdue-invoices',
    sql: 'CREATE INDEX invoices_due ON invoices (project_id, is_test, status, due_date, id)',
  },
]
