import type { Sql } from '../../../db/sql.ts'

/** Returns whether a project has payments in test mode and none in live mode: its members are still trying it out. */
export async function hasOnlyTestPayments(sql: Sql, projectId: number): Promise<boolean> {
  const has = (isTest: boolean) =>
    `EXISTS (SELECT 1 FROM payments WHERE project_id = ? AND is_test = ${isTest})`
  const row = await sql.row<{ trying: number }>(`SELECT ${has(true)} AND NOT ${has(false)} AS trying`, [
    projectId,
    projectId,
  ])
  return row?.trying === 1
}
