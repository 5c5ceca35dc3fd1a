import type { Row } from '../../../db/define-table.ts'
import type { TokenObject } from '../../domain/tokens/object.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import type { apiTokensTable } from './api-tokens-table.ts'

export interface TokenRow extends Row<typeof apiTokensTable> {}

export const TOKEN_SELECT = 'SELECT * FROM api_tokens'

export function serializeToken(row: TokenRow): TokenObject {
  return {
    id: row.id,
    project_id: row.project_id,
    mode: row.is_test ? 'test' : 'live',
    name: row.name,
    last4: row.last4,
    last_used_at: isoOrNull(row.last_used_at),
    revoked_at: isoOrNull(row.revoked_at),
    created_at: iso(row.created_at),
  }
}
