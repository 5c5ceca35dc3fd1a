import type { Tx } from '../../../db/transaction.ts'
import type { Segment } from '../../domain/subscriptions/credit.ts'
import type { Amount } from '../../kit/money.ts'
import { log } from '../../runtime/log.ts'
import { writeEmail } from '../emails/write.ts'
import { checkoutUrl } from '../links/pages.ts'
import { getPrice } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'
import { endSubscription } from './end.ts'
import { getSubscription } from './find.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Ends a locked subscription whose next paid period cannot begin because another subscription has its
 * product. This should not happen, since paid products count as taken. If it does, ending it is better than
 * a subscription stuck forever. Emails the merchant, with the orders that paid ahead.
 */
export async function endBlocked(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  segment: Segment,
  { productId, owner }: { productId: number; owner: number },
): Promise<void> {
  log().error(
    { subscription_id: subscription.id, project_id: scope.project.id, product_id: productId, owner },
    'a paid period cannot begin: another subscription has its product; the subscription ends; refund the orders paid ahead',
  )
  await endSubscription(tx, scope, subscription, 'cancel', 'immediately')
  await emailMerchant(tx, scope, subscription.id, segment, owner)
}

async function emailMerchant(
  tx: Tx,
  scope: Scope,
  id: number,
  { startsAt, priceId }: Segment,
  owner: number,
): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  await writeEmail(tx, scope, {
    kind: 'renewal_blocked',
    cause: `subscription-${id}`,
    recipient: project.email,
    locale: project.locale,
    payload: {
      subscription: await getSubscription(tx.sql, scope, id),
      price: await getPrice(tx.sql, scope, priceId),
      blocked_by: owner,
      orders: await ordersFrom(tx, id, startsAt),
    },
  })
}

/** Returns the orders that paid for the time from `from` on. */
async function ordersFrom(tx: Tx, subscriptionId: number, from: Date) {
  const rows = await tx.sql.rows<{
    id: number
    token: string
    receipt_number: string | null
    amount: Amount
  }>(
    `SELECT checkout.id, checkout.token, checkout.receipt_number, checkout.amount_total AS amount
     FROM segments segment JOIN checkouts checkout ON checkout.id = segment.checkout_id
     WHERE segment.subscription_id = ? AND segment.starts_at >= ? ORDER BY segment.starts_at`,
    [subscriptionId, from],
  )
  return rows.map(({ id, token, ...order }) => ({ url: checkoutUrl(id, token), ...order }))
}
