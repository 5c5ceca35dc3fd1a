import type { Checkout } from '../../db/models/checkout.ts'
import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { clearTimer } from '../timers/set.ts'
import { getCheckout } from './find.ts'

/** Ends a locked checkout unpaid, and says so. */
export async function expireCheckout(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  await save(tx, checkout, { status: 'expired' })
  await clearTimer(tx, 'checkout.expire', checkout.id)
  const expired = await getCheckout(tx.sql, scope, checkout.id, tx.now)
  await recordEvent(tx, scope, 'checkout.expired', 'checkout', expired)
}
