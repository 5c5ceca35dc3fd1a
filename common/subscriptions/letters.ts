import { writeEmail } from '../emails/write-email.ts'
import type { SubscriptionLetterKind } from '../emails/words.ts'
import { findPrice } from '../products/find-price.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import type { SubscriptionObject } from './object.ts'

/** Writes a letter about a subscription to its customer; one without an address gets none. */
export async function writeLetter(
  tx: Tx,
  scope: Scope,
  kind: SubscriptionLetterKind,
  subscription: SubscriptionObject,
  cause: string,
  more: { days_before?: number; access_ends_at?: string } = {},
): Promise<void> {
  const { id, email } = subscription.customer
  if (email === null) return
  const row = await tx.sql.row<{ locale: 'en' | 'mn' | null }>('SELECT locale FROM customers WHERE id = ?', [
    id,
  ])
  const { scheduled_price_id: scheduledId } = subscription
  const scheduled = scheduledId === null ? null : await findPrice(tx.sql, scope, scheduledId)
  await writeEmail(tx, scope, {
    kind,
    cause,
    recipient: email,
    locale: row?.locale ?? scope.project.locale,
    customerId: id,
    words: { subscription, ...(scheduled && { renewal_price: scheduled }), ...more },
  })
}
