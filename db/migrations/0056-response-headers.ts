import type { Migration } from './migration.ts'

/** An attempt of a delivery keeps the headers of the response. */
export const responseHeaders: Migration[] = [
  {
    name: '5601-webhook-attempts-response-headers',
    sql: 'ALTER TABLE webhook_attempts ADD COLUMN response_headers TEXT NULL',
  },
]
