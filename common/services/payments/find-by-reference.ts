import type { Sql } from '../../../db/sql.ts'
import type { Project } from '../projects/project.ts'

/** A payment found by its reference. */
export interface NamedPayment {
  id: number
  isTest: boolean
}

/**
 * Finds a project's manual payment by reference, in these modes: the payment that uses it now, else the latest one,
 * since references are reused after some time. Returns null if no payment has it.
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
