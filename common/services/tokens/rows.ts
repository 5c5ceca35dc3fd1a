import type { TokenObject } from '../../domain/tokens/object.ts'
import { iso, isoOrNull } from '../../kit/time.ts'

export interface TokenRow {
  id: number
  project_id: number
  is_test: number
  last4: string
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

export const TOKEN_SELECT =
  'SELECT id, project_id, is_test, last4, last_used_at, revoked_at, created_at FROM api_tokens'

export function serializeToken(row: TokenRow): TokenObject {
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
