import type { Migration } from './migration.ts'

/** The request that set a timer. Many timers share a wake-up, and the log finds the effects of each by its request. */
export const whoseTimer: Migration[] = [
  {
    name: '3001-whose-timer',
    sql: 'ALTER TABLE timers ADD COLUMN request_id VARCHAR(128)',
  },
]
