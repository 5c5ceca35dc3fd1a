import type { TokenObject } from '../../domain/tokens/object.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import type { ApiToken } from './api-tokens-table.ts'

/** A token as its model or raw SQL reads it. */
export type TokenRow = Omit<ApiToken['dataValues'], 'isTest'> & { isTest: boolean | number }

export function serializeToken(token: TokenRow): TokenObject {
  return {
    id: token.id,
    project_id: token.projectId,
    mode: token.isTest ? 'test' : 'live',
    name: token.name,
    last4: token.last4,
    last_used_at: isoOrNull(token.lastUsedAt),
    revoked_at: isoOrNull(token.revokedAt),
    created_at: iso(token.createdAt),
  }
}
