import type { Tx } from '../../../db/transaction.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import type { Locale } from '../../kit/format.ts'
import { now } from '../../runtime/clock.ts'
import type { EmailKind, EmailPayloads } from '../emails/kinds.ts'
import type { SubscriptionPayload } from '../emails/kinds/subscription.ts'
import { writeEmail } from '../emails/write.ts'
import { findPrice } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'

type SubscriptionEmailKind = {
  [Kind in EmailKind]: SubscriptionPayload extends EmailPayloads[Kind] ? Kind : never
}[EmailKind]

/** Writes an email about a subscription to its customer, if they have an address. */
export async function writeSubscriptionEmail(
  tx: Tx,
  scope: Scope,
  kind: SubscriptionEmailKind,
  subscription: SubscriptionObject,
  cause: string,
  more: { days_before?: number; access_ends_at?: string } = {},
): Promise<void> {
  const { id, email } = subscription.customer
  if (email === null) return
  const row = await tx.sql.row<{ locale: Locale | null }>(
    'SELECT id, locale FROM customers WHERE id IN (?)',
    [id],
    { combine: 'subject' },
  )
  const { scheduled_price_id: scheduledId } = subscription
  const scheduled = scheduledId === null ? null : await findPrice(tx.sql, scope, scheduledId)
  await writeEmail(tx, scope, {
    kind,
    cause,
    recipient: email,
    locale: row?.locale ?? scope.project.locale,
    customerId: id,
    payload: { subscription, ...(scheduled && { renewal_price: scheduled }), ...more },
  })
}

/** Returns the cause of an email about a repeatable action: the real time, since a test clock may be stopped. */
export function momentOf(id: number): string {
  return `subscription-${id}-${now().getTime()}`
}
