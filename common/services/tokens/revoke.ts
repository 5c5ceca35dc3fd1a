import type { ModelTx } from '../../../db/transaction.ts'
import type { TokenObject } from '../../domain/tokens/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import { ApiToken } from './api-tokens-table.ts'
import { serializeToken } from './serialize.ts'

/** Revokes a token permanently. Every process refuses it within two seconds. */
export async function revokeToken({ now, sql, transaction }: ModelTx, id: number): Promise<TokenObject> {
  const token = await ApiToken.findByPk(id, { lock: true, transaction })
  const advice = "'bin/tolbor token list --project ID' shows the existing ones."
  if (!token) throw new Refusal({ code: 'not_found', params: { what: 'token', advice } })
  if (!token.revokedAt) {
    await token.update({ revokedAt: now }, { transaction })
    sql.noteChange('api_tokens', id, 'deleted', token)
  }
  return serializeToken(token)
}
