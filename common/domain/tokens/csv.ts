import { csvColumns } from '../../kit/csv.ts'
import type { TokenObject } from './object.ts'

const { plain, times } = csvColumns<TokenObject>()

/** The columns of exported tokens. The token itself is not stored. */
export const tokenCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('name', 'last4'),
  ...times('last_used_at', 'revoked_at'),
]
