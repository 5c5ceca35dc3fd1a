import { insert } from '../../../db/rows.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { MappingInput } from '../../domain/statements/object.ts'
import { sha256 } from '../../kit/secrets.ts'
import type { Project } from '../projects/project.ts'

/** Finds the corrections that a project made for statements with this header; empty without any. */
export async function findMapping(sql: Sql, { id }: Project, headerKey: string): Promise<MappingInput> {
  const row = await sql.row<{ mapping: string }>(
    'SELECT mapping FROM statement_mappings WHERE project_id = ? AND header_hash = ?',
    [id, sha256(headerKey)],
  )
  return row ? (JSON.parse(row.mapping) as MappingInput) : {}
}

/** Saves the corrections for statements with this header. */
export async function saveMapping(
  tx: Tx,
  { id }: Project,
  headerKey: string,
  mapping: MappingInput,
): Promise<void> {
  const row = {
    project_id: id,
    header_hash: sha256(headerKey),
    mapping: JSON.stringify(mapping),
    updated_at: tx.now,
  }
  const onDuplicate = 'mapping = VALUES(mapping), updated_at = VALUES(updated_at)'
  await insert(tx.sql, 'statement_mappings', row, { onDuplicate })
}
