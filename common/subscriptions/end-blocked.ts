import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { log } from '../runtime/log.ts'
import { endSubscription } from './end.ts'

/**
 * The next paid time of a locked subscription cannot begin, since another subscription has its product.
 * Products that are paid for count as taken, so this must not happen; where it does, a subscription
 * that nobody could end any more would be worse than one that ends.
 */
export async function endBlocked(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  { productId, owner }: { productId: number; owner: number },
): Promise<void> {
  log().error(
    { subscription_id: subscription.id, project_id: scope.project.id, product_id: productId, owner },
    'a paid period cannot begin: another subscription has its product; the subscription ends, refund what was paid ahead',
  )
  await endSubscription(tx, scope, subscription, 'cancel', 'immediately')
}
