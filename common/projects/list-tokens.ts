import { iso, isoOrNull } from '../kit/time.ts'
import type { Sql } from '../../db/sql.ts'

/** A token as its owner may see it: the secret itself is kept nowhere. */
export interface TokenObject {
  id: number
  project_id: number
  mode: 'test' | 'live'
  last4: string
  /** Kept coarsely: it may be up to ten minutes older than the last use. */
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
}

interface Row {
  id: number
  project_id: number
  is_test: number
  last4: string
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

const SELECT = 'SELECT id, project_id, is_test, last4, last_used_at, revoked_at, created_at FROM api_tokens'

/** The tokens of a project, revoked ones too, oldest first. */
export async function listTokens(sql: Sql, projectId: number): Promise<TokenObject[]> {
  return (await sql.rows<Row>(`${SELECT} WHERE project_id = ? ORDER BY id`, [projectId])).map(present)
}

export async function findTokenById(sql: Sql, id: number): Promise<TokenObject | null> {
  const row = await sql.row<Row>(`${SELECT} WHERE id = ?`, [id])
  return row ? present(row) : null
}

function present(row: Row): TokenObject {
  return {
    id: row.id,
    project_id: row.project_id,
    mode: row.is_test ? 'test' : 'live',
    last4: row.last4,
    last_used_at: isoOrNull(row.last_used_at),
    revoked_at: isoOrNull(row.revoked_at),
    created_at: iso(row.created_at),
  }
}
