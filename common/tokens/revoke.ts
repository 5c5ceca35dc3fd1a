import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'
import { findToken } from './find.ts'
import type { TokenObject } from './object.ts'

/** Revokes a token permanently. Every process refuses it within two seconds. */
export async function revokeToken(tx: Tx, id: number): Promise<TokenObject> {
  await tx.sql.write('UPDATE api_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [tx.now, id])
  const token = await findToken(tx.sql, id)
  if (!token) throw new Refusal({ code: 'not_found', params: { what: 'token' } })
  return token
}
