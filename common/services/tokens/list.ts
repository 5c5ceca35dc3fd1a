import { selectOf } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { TokenObject } from '../../domain/tokens/object.ts'
import { ApiToken } from './api-tokens-table.ts'
import { serializeToken, type TokenRow } from './serialize.ts'

/** Lists a project's tokens, also revoked ones, oldest first, on the connection of a list page. */
export async function listTokens(sql: Sql, projectId: number): Promise<TokenObject[]> {
  const text = `${selectOf(ApiToken)} WHERE project_id = ? ORDER BY id`
  return (await sql.rows<TokenRow>(text, [projectId])).map(serializeToken)
}
