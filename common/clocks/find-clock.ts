import { Refusal } from '../kit/refusal.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { pageOf } from '../../db/page.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'

/** A test clock as `GET /test-clocks/:id` answers it. Its own two dates are real time. */
export interface ClockObject {
  id: number
  project_id: number
  name: string | null
  status: 'ready' | 'advancing'
  frozen_time: string
  created_at: string
  updated_at: string
}

export interface ClockRow {
  id: number
  project_id: number
  name: string | null
  status: 'ready' | 'advancing'
  frozen_time: Date
  /** Where it is on its way to, while it advances. */
  target_time: Date | null
  created_at: Date
  updated_at: Date
}

/** The test clock `id` of this project; live mode has none. `lock` keeps it until the transaction ends. */
export async function findClock(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
  { lock = false } = {},
): Promise<ClockRow | null> {
  if (!isTest) return null
  const row = await sql.row<ClockRow>(
    `SELECT * FROM test_clocks WHERE id = ? AND project_id = ?${lock ? ' FOR UPDATE' : ''}`,
    [id, project.id],
  )
  return row ?? null
}

/** As `findClock`; where there is none, that is the answer to the request: 404. */
export async function clockOf(
  sql: Sql,
  scope: Scope,
  id: number,
  options?: { lock: boolean },
): Promise<ClockRow> {
  const clock = await findClock(sql, scope, id, options)
  if (!clock) throw new Refusal({ code: 'not_found', words: { what: 'test clock' } })
  return clock
}

/** The test clocks of a project, newest first; none in live mode. */
export async function listClocks(sql: Sql, { project, isTest }: Scope, page = 1): Promise<Page<ClockObject>> {
  if (!isTest) return { items: [], page, total: 0 }
  const listing = { table: 'test_clocks', conditions: [['project_id = ?', project.id]] as const }
  return pageOf(sql, listing, page, async (ids) => {
    const rows = await sql.rows<ClockRow>('SELECT * FROM test_clocks WHERE id IN (?) ORDER BY id DESC', [ids])
    return rows.map(presentClock)
  })
}

export function presentClock(row: ClockRow): ClockObject {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    status: row.status,
    frozen_time: iso(row.frozen_time),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
