import { type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { ClockObject } from './object.ts'
import { type ClockRow, serializeClock } from './rows.ts'

/** The test clocks of a project, newest first; none in live mode. */
export async function listClocks(sql: Sql, { project, isTest }: Scope, page = 1): Promise<Page<ClockObject>> {
  if (!isTest) return { items: [], page, total: 0 }
  const listing = { table: 'test_clocks', conditions: [['project_id = ?', project.id]] as const }
  return pageOf(sql, listing, page, async (ids) => {
    const rows = await sql.rows<ClockRow>('SELECT * FROM test_clocks WHERE id IN (?) ORDER BY id DESC', [ids])
    return rows.map(serializeClock)
  })
}
