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
  transfer_reported: 'merchant',
  transfer_due: 'merchant',
  refund_required: 'merchant',
  endpoint_disabled: 'merchant',
  subscription_created: 'customer',
  renewal_reminder: 'customer',
  subscription_past_due: 'customer',
  subscription_canceled: 'customer',
  portal_link: 'customer',
}

/**
 * Where an email is to go now, or null where there is no address any more. The emails that follow
 * somebody carry links that act for them: whoever reads an address that was given up must not get one.
 */
export async function addressNow(
  sql: Sql,
  email: Pick<ClaimedEmail, 'kind' | 'project_id' | 'customer_id' | 'recipient'>,
): Promise<string | null> {
  const whose = FOLLOWS[email.kind]
  if (whose === null || (whose === 'customer' && email.customer_id === null)) return email.recipient
  const row = await (whose === 'merchant'
    ? sql.row<{ email: string | null }>('SELECT email FROM projects WHERE id = ?', [email.project_id])
    : sql.row<{ email: string | null }>('SELECT email FROM customers WHERE id = ?', [email.customer_id]))
  return row?.email ?? null
}
