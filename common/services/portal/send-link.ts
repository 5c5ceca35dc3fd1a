import type { ModelTx } from '../../../db/transaction.ts'
import type { Locale } from '../../kit/format.ts'
import { HOUR, later } from '../../kit/time.ts'
import { findCustomerRow } from '../customers/find.ts'
import { Email } from '../emails/emails-table.ts'
import { writeEmail } from '../emails/write.ts'
import type { Scope } from '../projects/project.ts'

/** Limit of emails per customer and hour, so that someone with an old link cannot flood them. */
const MOST_PER_HOUR = 5

/**
 * Emails a new link to the customer's address on file. Does not reveal whether there is an address, or
 * whether the limit is reached. Uses real time, as emails are sent in real time.
 */
export async function sendPortalLink(
  tx: ModelTx,
  scope: Scope,
  customerId: number,
  locale: Locale,
): Promise<void> {
  const customer = await findCustomerRow(tx.sql, scope, { id: customerId }, 'FOR UPDATE')
  if (!customer?.email) return
  const latest = await Email.findAll({
    where: { customerId, kind: 'portal_link' },
    order: [['id', 'DESC']],
    limit: MOST_PER_HOUR,
    transaction: tx.transaction,
  })
  const sinceThen = later(tx.now, -HOUR)
  if (latest.filter(({ createdAt }) => createdAt > sinceThen).length >= MOST_PER_HOUR) return
  await writeEmail(tx, scope, {
    kind: 'portal_link',
    cause: `customer-${customerId}-after-${latest[0]?.id ?? 0}`,
    recipient: customer.email,
    locale,
    customerId,
    payload: { customer_id: customerId },
  })
}
