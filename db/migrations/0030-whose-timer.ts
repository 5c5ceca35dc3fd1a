import type { Migration } from './migration.ts'

/** Which request set a timer: many share a wake-up, and what comes of each is to be found in the log by its request. */
export const whoseTimer: Migration[] = [
  {
    name: '3001-whose-timer',
    sql: 'ALTER TABLE timers ADD COLUMN request_id VARCHAR(128)',
  },
]
