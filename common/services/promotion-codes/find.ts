import type { Sql } from '../../../db/sql.ts'
import type { PromotionCodeObject } from '../../domain/promotion-codes/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PROMOTION_CODE_SELECT, type PromotionCodeRow, serializePromotionCode } from './rows.ts'

/** Finds a promotion code of this project and mode by id; returns null if not found. */
export async function findPromotionCode(
  sql: Sql,
  scope: Scope,
  id: number,
): Promise<PromotionCodeObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? serializePromotionCode(row) : null
}

/** Returns the promotion code `id` of this project and mode, or throws 404. */
export async function getPromotionCode(sql: Sql, scope: Scope, id: number): Promise<PromotionCodeObject> {
  return serializePromotionCode(await getPromotionCodeRow(sql, scope, id))
}

/** Returns the promotion code's row, or throws 404. Use lock.ts to lock it. */
export async function getPromotionCodeRow(
  sql: Sql,
  scope: Scope,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<PromotionCodeRow> {
  const row = await findRow(sql, scope, id, lock)
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'promotion code' } })
  return row
}

function findRow(
  sql: Sql,
  scope: Scope,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<PromotionCodeRow | undefined> {
  return sql.row<PromotionCodeRow>(
    `${PROMOTION_CODE_SELECT} WHERE id = ? AND project_id = ? AND is_test = ? ${lock}`,
    [id, scope.project.id, scope.isTest],
  )
}
