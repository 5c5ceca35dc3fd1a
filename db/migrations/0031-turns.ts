import type { Migration } from './migration.ts'

/**
 * Due rows are found by project, so that no project's backlog delays another. `due_since` is the time when a row was first
 * due, if failed tries have postponed it. Only releases before 0.2.0 write `armed_until`; it can be dropped after them.
 */
export const turns: Migration[] = [
  {
    // The queue whose workers process the timer; `test-clock` if its test clock does.
    name: '3101-timers-queue',
    sql: `ALTER TABLE timers ADD COLUMN queue VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'lifecycle',
      ADD COLUMN due_since DATETIME(6)`,
  },
  {
    name: '3102-timers-of-test-clocks',
    sql: "UPDATE timers SET queue = 'test-clock' WHERE test_clock_id IS NOT NULL",
  },
  {
    name: '3103-timers-of-providers',
    sql: "UPDATE timers SET queue = 'providers' WHERE kind IN ('payment.ask', 'refund.send') AND test_clock_id IS NULL",
  },
  {
    name: '3104-timers-of-clocks',
    sql: "UPDATE timers SET queue = 'clocks' WHERE kind IN ('clock.advance', 'clock.delete')",
  },
  {
    name: '3105-timers-of-reconciliations',
    sql: "UPDATE timers SET queue = 'reconciliations' WHERE kind IN ('project.live_reconcile', 'project.test_reconcile')",
  },
  {
    name: '3106-timers-by-turn',
    sql: `ALTER TABLE timers ADD KEY timers_turn (queue, project_id, due_at, subject_id),
      ADD KEY timers_clock (test_clock_id, due_at), DROP KEY timers_due`,
  },
  {
    name: '3107-emails-by-turn',
    sql: `ALTER TABLE emails ADD COLUMN due_since DATETIME(6), DROP KEY emails_due,
      ADD KEY emails_turn (project_id, due_at), ADD KEY emails_due (due_at, project_id)`,
  },
  {
    name: '3108-image-copies-by-turn',
    sql: `ALTER TABLE image_copies ADD COLUMN due_since DATETIME(6), DROP KEY image_copies_due,
      ADD KEY image_copies_turn (project_id, due_at), ADD KEY image_copies_due (due_at, project_id)`,
  },
]
