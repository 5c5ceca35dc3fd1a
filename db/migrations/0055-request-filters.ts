import type { Migration } from './migration.ts'

/** API requests are listed by token and by method. */
export const requestFilters: Migration[] = [
  {
    name: '5501-api-requests-by-token-and-method',
    sql: `ALTER TABLE api_requests
        ADD KEY api_requests_token (project_id, is_test, token_id, is_failed),
        ADD KEY api_requests_method (project_id, is_test, method, is_failed)`,
  },
]
