import { find, save } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { RecordedEvent } from '../events/events-table.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { clearTimer } from '../timers/set.ts'
import { Checkout } from './checkouts-table.ts'
import { getCheckout } from './find.ts'

/** Expires a locked checkout that was not paid, and records the event. */
export async function expireCheckout(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  await save(tx, checkout, { status: 'expired' })
  await clearTimer(tx, 'checkout.expire', checkout)
  const expired = await getCheckout(tx.sql, scope, checkout.id, tx.now)
  await recordEvent(tx, scope, 'checkout.expired', expired)
}

/**
 * Returns whether `checkout.expired` was already sent for a locked checkout. A late payment can put an expired
 * checkout back to pending. The event must not be sent a second time.
 */
export async function wasExpiryReported(sql: Sql, checkoutId: number): Promise<boolean> {
  const where = { object: 'checkout', objectId: checkoutId, type: 'checkout.expired' }
  return (await find(sql, RecordedEvent, where)) !== null
}

/**
 * Returns whether a checkout goes back to open if the money reported at `claimedAt` never arrives. It does not if
 * it had expired before, and is pending only because late money was accepted.
 */
export async function opensAgainUnpaid(sql: Sql, id: number, claimedAt: Date): Promise<boolean> {
  const checkout = await find(sql, Checkout, { id, closedBy: null })
  return checkout !== null && checkout.expiresAt > claimedAt && !(await wasExpiryReported(sql, id))
}
