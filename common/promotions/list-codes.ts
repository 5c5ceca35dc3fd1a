import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { equal } from '../../db/listing.ts'
import { pageOf } from '../../db/page.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { presentPromotionCode } from './present.ts'
import type { PromotionCodeObject, PromotionCodeRow } from './present.ts'
import { spelled } from './rules/spelling.ts'

const SELECT = 'SELECT * FROM promotion_codes'

/** The row of a code of this project and mode; where there is none, that is the answer: 404. */
export async function promotionCodeRow(
  sql: Sql,
  scope: Scope,
  id: number,
  { lock = false } = {},
): Promise<PromotionCodeRow> {
  const row = await sql.row<PromotionCodeRow>(
    `${SELECT} WHERE id = ? AND project_id = ? AND is_test = ?${lock ? ' FOR UPDATE' : ''}`,
    [id, scope.project.id, scope.isTest],
  )
  if (!row) throw new Refusal({ code: 'not_found', words: { what: 'promotion code' } })
  return row
}

export async function promotionCodeOf(sql: Sql, scope: Scope, id: number): Promise<PromotionCodeObject> {
  return presentPromotionCode(await promotionCodeRow(sql, scope, id))
}

export interface PromotionCodeFilter {
  page?: number
  code?: string
  active?: boolean
}

/** The codes of this project and mode, newest first; `code` is found however it is typed. */
export function listPromotionCodes(
  sql: Sql,
  scope: Scope,
  { page = 1, code, active }: PromotionCodeFilter,
): Promise<Page<PromotionCodeObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    code: code && spelled(code),
    active,
  })
  return pageOf(sql, { table: 'promotion_codes', conditions }, page, async (ids) => {
    const rows = await sql.rows<PromotionCodeRow>(`${SELECT} WHERE id IN (?) ORDER BY id DESC`, [ids])
    return rows.map(presentPromotionCode)
  })
}
