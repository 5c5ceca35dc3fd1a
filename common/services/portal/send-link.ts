import type { Tx } from '../../../db/transaction.ts'
import type { Locale } from '../../kit/format.ts'
import { HOUR, later } from '../../kit/time.ts'
import { findCustomerRow } from '../customers/find.ts'
import { writeEmail } from '../emails/write.ts'
import type { Scope } from '../projects/project.ts'

/** Limit of emails per customer and hour, so that someone with an old link cannot flood them. */
const MOST_PER_HOUR = 5

/**
 * Emails a new link to the customer's address on file. Does not reveal whether there is an address, or
 * whether the limit is reached. Uses real time, as emails are sent in real time.
 */
export async function sendPortalLink(
  tx: Tx,
  scope: Scope,
  customerId: number,
  locale: Locale,
): Promise<void> {
  const customer = await findCustomerRow(tx.sql, scope, { id: customerId }, 'FOR UPDATE')
  if (!customer?.email) return
  const latest = await tx.sql.rows<{ id: number; created_at: Date }>(
    `SELECT id, created_at FROM emails WHERE customer_id = ? AND kind = 'portal_link'
     ORDER BY id DESC LIMIT ${MOST_PER_HOUR}`,
    [customerId],
  )
  const sinceThen = later(tx.now, -HOUR)
  if (latest.filter(({ created_at: at }) => at > sinceThen).length >= MOST_PER_HOUR) return
  await writeEmail(tx, scope, {
    kind: 'portal_link',
    cause: `customer-${customerId}-after-${latest[0]?.id ?? 0}`,
    recipient: customer.email,
    locale,
    customerId,
    payload: { customer_id: customerId },
  })
}
