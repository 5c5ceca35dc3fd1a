import { type ListQuery, type Page, pageOf } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ClockObject } from '../../domain/test-clocks/object.ts'
import type { Scope } from '../projects/project.ts'
import { type ClockRow, serializeClock } from './rows.ts'

/** Lists a project's test clocks, newest first; none in live mode. */
export async function listClocks(
  sql: Sql,
  { project, isTest }: Scope,
  query: ListQuery,
): Promise<Page<ClockObject>> {
  const listing = {
    table: 'test_clocks',
    conditions: [['project_id = ? AND deleted_at IS NULL', project.id]] as const,
    ...(!isTest && { oneOf: [] }),
  }
  return pageOf(sql, listing, query, async (ids) => {
    const rows = await sql.rows<ClockRow>('SELECT * FROM test_clocks WHERE id IN (?)', [ids])
    return rows.map(serializeClock)
  })
}
