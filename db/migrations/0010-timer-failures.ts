import type { Migration } from './migration.ts'

/** The failures of a timer, as in other tables with due rows: the failed tries in a row, and the last error. */
export const timerFailures: Migration[] = [
  {
    name: '0901-timer-failures',
    sql: 'ALTER TABLE timers ADD COLUMN tries INT NOT NULL DEFAULT 0, ADD COLUMN error VARCHAR(500)',
  },
]
