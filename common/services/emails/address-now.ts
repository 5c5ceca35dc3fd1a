import type { Sql } from '../../../db/sql.ts'
import type { Email } from './emails-table.ts'
import { emailKinds } from './kinds.ts'

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
  { kind, projectId, customerId, recipient }: Email,
): Promise<AddressNow> {
  const whose = emailKinds[kind].to
  if (whose === 'payer' || whose === 'member' || (whose === 'customer' && customerId === null))
    return { recipient, linkVersion: 0 }
  const row = await (whose === 'merchant'
    ? sql.row<Row>('SELECT email, 0 AS link_version FROM projects WHERE id = ?', [projectId])
    : sql.row<Row>('SELECT email, link_version FROM customers WHERE id = ?', [customerId]))
  return { recipient: row?.email ?? null, linkVersion: row?.link_version ?? 0 }
}

interface Row {
  email: string | null
  link_version: number
}
