import type { Sql } from '../../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import { batches } from './find-candidates.ts'

/** Finds which of these payments of this project and mode a person has rejected, and when. */
export async function findRejected(
  sql: Sql,
  { project, isTest }: Scope,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  const rejected = new Map<number, Date>()
  for (const batch of batches(ids)) {
    const rows = await sql.rows<{ id: number; at: Date }>(
      `SELECT id, COALESCE(ended_at, updated_at) AS at FROM payments
       WHERE id IN (?) AND project_id = ? AND is_test = ? AND status = 'failed' AND failure_code = 'rejected'`,
      [batch, project.id, isTest],
    )
    for (const { id, at } of rows) rejected.set(id, at)
  }
  return rejected
}
