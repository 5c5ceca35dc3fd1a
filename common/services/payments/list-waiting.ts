import type { Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import type { Scope } from '../projects/project.ts'
import { findPayments } from './list.ts'

/** A part of the payments that wait for a decision. */
export interface WaitingPayments {
  payments: PaymentObject[]
  /** The id after which the next part begins; null if this is the last one. */
  next: number | null
}

/** Lists the payments of this project and mode that wait for a decision, oldest first, `limit` after the id `after`. */
export async function listWaitingPayments(
  sql: Sql,
  { project, isTest }: Scope,
  { after, limit }: { after: number; limit: number },
  now: Date,
): Promise<WaitingPayments> {
  const rows = await sql.rows<{ id: number }>(
    `SELECT id FROM payments FORCE INDEX (payments_status)
     WHERE project_id = ? AND is_test = ? AND status = 'pending' AND id > ? ORDER BY id LIMIT ${limit + 1}`,
    [project.id, isTest, after],
  )
  const ids = rows.slice(0, limit).map(({ id }) => id)
  return { payments: await inOrder(sql, ids, now), next: rows.length > limit ? ids.at(-1)! : null }
}

/** Finds payments of this project and mode by id, oldest first. Ignores other ids. */
export async function findOwnPayments(
  sql: Sql,
  { project, isTest }: Scope,
  ids: readonly number[],
  now: Date,
): Promise<PaymentObject[]> {
  const found = await inOrder(sql, ids, now)
  return found.filter(({ project_id: id, is_test: test }) => id === project.id && test === isTest)
}

async function inOrder(sql: Sql, ids: readonly number[], now: Date): Promise<PaymentObject[]> {
  return (await findPayments(sql, ids, now)).sort((one, other) => one.id - other.id)
}
