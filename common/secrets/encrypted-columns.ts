/** Columns of one table that hold what is encrypted under `SECRET_KEY`. */
export interface EncryptedColumns {
  table: string
  /** Its primary key. */
  key: readonly string[]
  columns: readonly string[]
  /** What an operator does about a row that no key opens any more, completing "lost for good:". */
  lost: string
}

/** Everything that is encrypted at rest: who encrypts into another column adds it here, and a test says so. */
export const encryptedColumns: readonly EncryptedColumns[] = [
  {
    table: 'projects',
    key: ['id'],
    columns: ['payment_settings'],
    lost: 'set payment_settings to NULL, and enter the payment methods of the project anew',
  },
  {
    table: 'webhook_endpoints',
    key: ['id'],
    columns: ['secret', 'previous_secret', 'older_secrets'],
    lost: 'delete the endpoint and create it again: its receiver needs the new secret',
  },
  {
    table: 'idempotency_keys',
    key: ['project_id', 'is_test', 'idempotency_key'],
    columns: ['answer'],
    lost: 'delete the row: no more than the answer to a repeated request of that day is gone',
  },
]
