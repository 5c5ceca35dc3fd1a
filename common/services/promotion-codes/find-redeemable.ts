import { rowOf } from '../../../db/model.ts'
import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PromotionCode } from '../../domain/promotion-codes/judge.ts'
import { PromotionCode as PromotionCodeModel } from './promotion-codes-table.ts'
import { PROMOTION_CODE_SELECT, type PromotionCodeRow } from './rows.ts'

/** Finds a promotion code of this project and mode by its code; returns null if not found. */
export async function findCode(
  sql: Sql,
  projectId: number,
  isTest: boolean,
  code: string,
): Promise<PromotionCode | null> {
  const row = await find(sql, PromotionCodeModel, { projectId, isTest, code })
  return row && toPromotionCode(rowOf(row))
}

/**
 * Finds codes by id, in the order of `ids`. With `lock` their rows are locked in ascending order, so that
 * two payments with the same codes cannot deadlock.
 */
export async function findCodes(
  sql: Sql,
  ids: readonly number[],
  { lock = false } = {},
): Promise<PromotionCode[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<PromotionCodeRow>(
    `${PROMOTION_CODE_SELECT} WHERE id IN (?) ORDER BY id${lock ? ' FOR UPDATE' : ''}`,
    [ids],
  )
  const byId = new Map(rows.map((row) => [row.id, toPromotionCode(row)]))
  return ids.map((id) => byId.get(id)).filter((found) => found !== undefined)
}

function toPromotionCode(row: PromotionCodeRow): PromotionCode {
  return {
    id: row.id,
    code: row.code,
    type: row.type,
    percentOff: row.percent_off,
    amountOff: row.amount_off,
    productIds: row.product_ids === null ? [] : (JSON.parse(row.product_ids) as number[]),
    minimumAmount: row.minimum_amount,
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    maxRedemptions: row.max_redemptions,
    maxRedemptionsPerCustomer: row.max_redemptions_per_customer,
    combinable: Boolean(row.combinable),
    active: Boolean(row.active),
    redemptions: row.times_redeemed + row.times_reserved,
  }
}
