import type { Tx } from '../../../db/transaction.ts'
import type { TokenObject } from '../../domain/tokens/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import { findToken } from './find.ts'

/** Revokes a token permanently. Every process refuses it within two seconds. */
export async function revokeToken(tx: Tx, id: number): Promise<TokenObject> {
  await tx.sql.write(
    'UPDATE api_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
    [tx.now, id],
    {
      written: ({ affectedRows }) => {
        if (affectedRows > 0) tx.sql.noteChange('api_tokens', id, 'deleted')
      },
    },
  )
  const token = await findToken(tx.sql, id)
  const advice = "'bin/tolbor token list --project ID' shows the existing ones."
  if (!token) throw new Refusal({ code: 'not_found', params: { what: 'token', advice } })
  return token
}
