import type { Migration } from './migration.ts'

/** What has gone wrong with a timer, as other due rows tell it: how many tries in a row, and how the last ended. */
export const timerFailures: Migration[] = [
  {
    name: '0901-timer-failures',
    sql: 'ALTER TABLE timers ADD COLUMN tries INT NOT NULL DEFAULT 0, ADD COLUMN error VARCHAR(500)',
  },
]
