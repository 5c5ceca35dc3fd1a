import { equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { PromotionCodeObject } from './object.ts'
import { PROMOTION_CODE_SELECT, type PromotionCodeRow, serializePromotionCode } from './rows.ts'
import { inCapitals } from './rules/spelling.ts'

export interface PromotionCodeFilter extends ListQuery {
  code?: string
  active?: boolean
}

/** The codes of this project and mode, newest first; `code` is found in small letters too. */
export function listPromotionCodes(
  sql: Sql,
  scope: Scope,
  { code, active, ...query }: PromotionCodeFilter,
): Promise<Page<PromotionCodeObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    code: code && inCapitals(code),
    active,
  })
  return pageOf(
    sql,
    { table: 'promotion_codes', conditions, risesWithTime: inStep(scope) },
    query,
    async (ids) => {
      const rows = await sql.rows<PromotionCodeRow>(`${PROMOTION_CODE_SELECT} WHERE id IN (?)`, [ids])
      return rows.map(serializePromotionCode)
    },
  )
}
