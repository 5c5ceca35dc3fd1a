import type { ModelTx } from '../../../db/transaction.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { ApiToken } from './api-tokens-table.ts'

export interface NewToken {
  id: number
  /** Shown only once: only its hash is stored. */
  token: string
  mode: 'test' | 'live'
  last4: string
}

/** Creates an API token for one project and mode, with 256 random bits. `name`: the merchant's own name for it. */
export async function createToken(
  { now, transaction }: ModelTx,
  projectId: number,
  mode: 'test' | 'live',
  name: string | null = null,
): Promise<NewToken> {
  const token = `sk_${mode}_${randomToken(32)}`
  const last4 = token.slice(-4)
  const values = { projectId, isTest: mode === 'test', name, hash: sha256(token), last4, createdAt: now }
  const { id } = await ApiToken.create(values, { transaction })
  return { id, token, mode, last4 }
}
