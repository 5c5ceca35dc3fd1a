import type { Table } from '../../../db/define-table.ts'
import { idempotencyKeysTable } from '../idempotency/idempotency-keys-table.ts'
import { projectsTable } from '../projects/projects-table.ts'
import { webhookEndpointsTable } from '../webhooks/endpoints/webhook-endpoints-table.ts'

/** Columns of one table that are encrypted with `SECRET_KEY`. */
export interface EncryptedColumns {
  table: string
  /** Its primary key. */
  key: readonly string[]
  columns: readonly string[]
  /** Instruction for a row that no key decrypts; completes "permanently lost:". */
  lost: string
}

function encryptedIn({ name, primary = ['id'], columns }: Table, lost: string): EncryptedColumns {
  const encrypted = Object.entries(columns).filter(([, { definition }]) => definition.form === 'encrypted')
  return { table: name, key: primary, columns: encrypted.map(([column]) => column), lost }
}

/** All columns that are encrypted at rest. Add a table with such a column here; a test checks that. */
export const encryptedColumns: readonly EncryptedColumns[] = [
  encryptedIn(
    projectsTable,
    'set payment_settings to NULL, and enter the payment methods of the project again',
  ),
  encryptedIn(
    webhookEndpointsTable,
    'delete the endpoint and create it again: its receiver needs the new secret',
  ),
  encryptedIn(
    idempotencyKeysTable,
    'delete the row: only the stored answer to a retried request of that day is lost',
  ),
]
