import type { Sql } from '../../../db/sql.ts'
import { offeredMethods } from '../../methods/offered.ts'
import type { Scope } from '../projects/project.ts'

/** Which steps to the first payment are done. */
export interface FirstSteps {
  /** Whether customers can choose a way to pay. */
  hasMethod: boolean
  /** Whether there is an order to pay. */
  hasOrder: boolean
}

/** Returns the steps to the first payment of a project and mode; null if it has been paid before. */
export async function findFirstSteps(sql: Sql, { project, isTest }: Scope): Promise<FirstSteps | null> {
  const row = await sql.row<{ paid: number; ordered: number }>(
    `SELECT EXISTS (SELECT 1 FROM payments FORCE INDEX (payments_status)
         WHERE project_id = ? AND is_test = ? AND status IN ('paid', 'pending', 'refund_required', 'refunded')) AS paid,
       EXISTS (SELECT 1 FROM checkouts FORCE INDEX (checkouts_list) WHERE project_id = ? AND is_test = ?) OR
       EXISTS (SELECT 1 FROM invoices FORCE INDEX (invoices_list) WHERE project_id = ? AND is_test = ?) AS ordered`,
    [project.id, isTest, project.id, isTest, project.id, isTest],
  )
  if (row!.paid) return null
  return { hasMethod: offeredMethods(project, isTest).length > 0, hasOrder: Boolean(row!.ordered) }
}
