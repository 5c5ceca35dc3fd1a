import type { Sql } from '../../../db/sql.ts'
import { emailKinds } from './kinds.ts'
import type { ClaimedEmail } from './rows.ts'

/** The current recipient of an email, or null without an address, and the customer's link version. */
export interface AddressNow {
  recipient: string | null
  linkVersion: number
}

/**
 * Returns the current address for emails with links that act for the customer or merchant. A former address must not
 * receive such links, because another person may read it.
 */
export async function addressNow(
  sql: Sql,
  email: Pick<ClaimedEmail, 'kind' | 'project_id' | 'customer_id' | 'recipient'>,
): Promise<AddressNow> {
  const whose = emailKinds[email.kind].to
  if (whose === 'payer' || whose === 'member' || (whose === 'customer' && email.customer_id === null))
    return { recipient: email.recipient, linkVersion: 0 }
  const row = await (whose === 'merchant'
    ? sql.row<Row>('SELECT email, 0 AS link_version FROM projects WHERE id = ?', [email.project_id])
    : sql.row<Row>('SELECT email, link_version FROM customers WHERE id = ?', [email.customer_id]))
  return { recipient: row?.email ?? null, linkVersion: row?.link_version ?? 0 }
}

interface Row {
  email: string | null
  link_version: number
}
