import type { Sql } from '../../db/sql.ts'
import type { TokenObject } from './object.ts'
import { serializeToken, TOKEN_SELECT, type TokenRow } from './rows.ts'

/** Finds a token by id, revoked or not; returns null if not found. */
export async function findToken(sql: Sql, id: number): Promise<TokenObject | null> {
  const row = await sql.row<TokenRow>(`${TOKEN_SELECT} WHERE id = ?`, [id])
  return row ? serializeToken(row) : null
}
