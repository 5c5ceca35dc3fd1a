import type { Sql } from '../../../db/sql.ts'
import type { TokenObject } from '../../domain/tokens/object.ts'
import { serializeToken, TOKEN_SELECT, type TokenRow } from './rows.ts'

/** Lists a project's tokens, also revoked ones, oldest first. */
export async function listTokens(sql: Sql, projectId: number): Promise<TokenObject[]> {
  return (await sql.rows<TokenRow>(`${TOKEN_SELECT} WHERE project_id = ? ORDER BY id`, [projectId])).map(
    serializeToken,
  )
}
