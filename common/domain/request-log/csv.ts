import { csvColumns } from '../../kit/csv.ts'
import type { LoggedRequest } from './object.ts'

const { plain, times } = csvColumns<LoggedRequest>()

/** The columns of exported API requests. */
export const requestCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('method', 'path', 'status', 'duration_ms', 'request_id', 'token_id', 'token_last4'),
]
