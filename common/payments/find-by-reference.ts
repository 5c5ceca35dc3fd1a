import type { Sql } from '../../db/sql.ts'
import type { Project } from '../projects/project.ts'

/** A payment as a transfer's text names it. */
export interface NamedPayment {
  id: number
  isTest: boolean
}

/**
 * The transfer of a project, in these modes, that has a reference: the one that has it now, else the newest that
 * had it, since a reference is given again after its rest. Null where there is none.
 */
export async function findByReference(
  sql: Sql,
  { id: projectId }: Project,
  reference: string,
  modes: readonly boolean[],
): Promise<NamedPayment | null> {
  const row = await sql.row<{ id: number; is_test: number }>(
    `SELECT id, is_test FROM payments WHERE project_id = ? AND is_test IN (?) AND reference = ?
     ORDER BY open_reference IS NOT NULL DESC, id DESC LIMIT 1`,
    [projectId, modes, reference],
  )
  return row ? { id: row.id, isTest: Boolean(row.is_test) } : null
}
