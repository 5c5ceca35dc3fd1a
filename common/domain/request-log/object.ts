import type { AuditedObject } from '../audit-log/audited.ts'
import type { AuditEntryObject } from '../audit-log/object.ts'

/** An API request of the last seven days. */
export interface LoggedRequest {
  id: number
  /** The value of `X-Request-Id`. The client can choose it, so several requests may share it. */
  request_id: string
  method: string
  /** Without the query, and without the reference of a customer. */
  path: string
  status: number
  duration_ms: number
  token_id: number
  /** The last characters of the token. */
  token_last4: string | null
  created_at: string
}

/** An object that a request changed. */
export interface ChangedObject {
  object: AuditedObject
  object_id: number
  change: AuditEntryObject['change']
}

/** A request with everything that is known about it. */
export interface WholeRequest extends LoggedRequest {
  /** The response to a failed request as JSON text, with personal data masked. */
  error: string | null
  /** The body of a failed request as JSON text, with personal data masked. It may be cut. */
  body: string | null
  /** Earlier requests that were not recorded, because there were too many in one minute. */
  skipped: number
  changed: ChangedObject[]
}
