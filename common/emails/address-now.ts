import type { Sql } from '../../db/sql.ts'
import type { EmailKind } from './payloads.ts'
import type { ClaimedEmail } from './rows.ts'

/**
 * Whose address an email goes to when it leaves. A receipt, and word of a transfer, go where the
 * customer asked for them on that page; the others follow whoever they are for.
 */
const FOLLOWS: Record<EmailKind, 'customer' | 'merchant' | null> = {
  receipt: null,
  transfer_rejected: null,
  transfer_details: null,
  transfer_received_note: null,
  transfer_incomplete: null,
  payment_refunded: null,
  transfer_reported: 'merchant',
  transfer_due: 'merchant',
  transfers_waiting: 'merchant',
  refund_required: 'merchant',
  payment_discrepancy: 'merchant',
  renewal_blocked: 'merchant',
  sale: 'merchant',
  cancellation: 'merchant',
  endpoint_disabled: 'merchant',
  subscription_created: 'customer',
  renewal_reminder: 'customer',
  subscription_past_due: 'customer',
  subscription_canceled: 'customer',
  cancellation_requested: 'customer',
  cancellation_withdrawn: 'customer',
  change_scheduled: 'customer',
  change_withdrawn: 'customer',
  portal_link: 'customer',
}

/** Where an email is to go now, null where there is no address any more; and the customer's number for links. */
export interface AddressNow {
  recipient: string | null
  linkVersion: number
}

/** The emails that follow somebody carry links that act for them: whoever reads an address that was given up must not get one. */
export async function addressNow(
  sql: Sql,
  email: Pick<ClaimedEmail, 'kind' | 'project_id' | 'customer_id' | 'recipient'>,
): Promise<AddressNow> {
  const whose = FOLLOWS[email.kind]
  if (whose === null || (whose === 'customer' && email.customer_id === null))
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
