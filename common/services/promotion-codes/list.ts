import { type Fields, findByPrefix } from '../../../db/find-by-prefix.ts'
import { equal } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PromotionCodeObject } from '../../domain/promotion-codes/object.ts'
import { inCapitals } from '../../domain/promotion-codes/spelling.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import { ofColumns } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { PROMOTION_CODE_SELECT, type PromotionCodeRow, serializePromotionCode } from './rows.ts'

export interface PromotionCodeFilter extends ListQuery {
  code?: string
  active?: boolean
}

const INDEXES: readonly ListIndex[] = [
  { name: 'promotion_codes_list', of: [] },
  { name: 'promotion_codes_code', of: ['code'], isUnique: true },
  { name: 'promotion_codes_active', of: ['active'] },
]

/** Lists the codes of this project and mode, newest first. `code` may be in lower case. */
export function listPromotionCodes(
  sql: Sql,
  scope: Scope,
  { code, active, ...query }: PromotionCodeFilter,
): Promise<Page<PromotionCodeObject>> {
  const filters = ofColumns({ code: code && inCapitals(code), active })
  const list = { table: 'promotion_codes', scope, filters, indexes: INDEXES }
  return listPage(sql, { ...list, byTime: 'promotion_codes_by_created_at' }, query, (ids) =>
    findByIds(sql, ids),
  )
}

/** Finds codes by their beginning, which may be in lower case. */
export function searchPromotionCodes(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
): Promise<Found<PromotionCodeObject>> {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  const fieldsOf = ({ text }: SearchWord): Fields => ({
    prefixes: [['code', inCapitals(text)]],
  })
  return findByPrefix(sql, { table: 'promotion_codes', conditions }, wanted, fieldsOf, MOST_FOUND, (ids) =>
    findByIds(sql, ids),
  )
}

async function findByIds(sql: Sql, ids: readonly number[]): Promise<PromotionCodeObject[]> {
  const rows = await sql.rows<PromotionCodeRow>(`${PROMOTION_CODE_SELECT} WHERE id IN (?)`, [ids])
  return rows.map(serializePromotionCode)
}
