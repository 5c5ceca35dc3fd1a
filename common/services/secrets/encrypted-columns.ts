/** Columns of one table that are encrypted with `SECRET_KEY`. */
export interface EncryptedColumns {
  table: string
  /** Its primary key. */
  key: readonly string[]
  columns: readonly string[]
  /** Instruction for a row that no key decrypts; completes "permanently lost:". */
  lost: string
}

/** All columns that are encrypted at rest. Add new ones here; a test checks that. */
export const encryptedColumns: readonly EncryptedColumns[] = [
  {
    table: 'projects',
    key: ['id'],
    columns: ['payment_settings'],
    lost: 'set payment_settings to NULL, and enter the payment methods of the project again',
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
    lost: 'delete the row: only the stored answer to a retried request of that day is lost',
  },
]
