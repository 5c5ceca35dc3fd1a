import type { Sql } from '../../../db/sql.ts'
import type { TokenObject } from '../../domain/tokens/object.ts'
import { serializeToken, TOKEN_SELECT, type TokenRow } from './rows.ts'

/** Finds a token by id, revoked or not; returns null if not found. */
export async function findToken(sql: Sql, id: number): Promise<TokenObject | null> {
  const row = await sql.row<TokenRow>(`${TOKEN_SELECT} WHERE id = ?`, [id])
  return row ? serializeToken(row) : null
}

/** Finds a token of a project and mode, revoked or not; returns null if not found. */
export async function findOwnToken(
  sql: Sql,
  projectId: number,
  isTest: boolean,
  id: number,
): Promise<TokenObject | null> {
  const row = await sql.row<TokenRow>(`${TOKEN_SELECT} WHERE id = ? AND project_id = ? AND is_test = ?`, [
    id,
    projectId,
    isTest,
  ])
  return row ? serializeToken(row) : null
}
