import type { Tx } from '../../../db/transaction.ts'
import { traceJob } from '../../runtime/log.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockDueCheckout } from '../checkouts/lock.ts'
import type { Project } from '../projects/project.ts'
import { clearTimer } from '../timers/set.ts'
import { closeCheckout } from './expire-checkout.ts'

/**
 * Processes the due timer of a checkout. If it was closed early, records the event and cancels its payment.
 * Otherwise, if it is open and past its time, expires it, unless a payment that started in time is in progress. The
 * end of that payment sets the timer again.
 */
export async function expireDueCheckout(tx: Tx, project: Project, checkoutId: number): Promise<void> {
  const { scope, checkout } = await lockDueCheckout(tx, project, checkoutId)
  const { status, expiresAt, closedBy, activePaymentId } = checkout
  if (status === 'open' && closedBy === null && expiresAt > tx.now) return
  if (status !== 'open' || (closedBy === null && activePaymentId !== null))
    return clearTimer(tx, 'checkout.expire', checkout)
  traceJob({ step: 'expire' })
  if (closedBy === null) await expireCheckout(tx, scope, checkout)
  else await closeCheckout(tx, scope, checkout)
  const fields = { step: 'expire', checkout_id: checkout.id, project_id: project.id }
  tx.steps.push({ name: 'checkout.expired', fields: { ...fields, due_at: expiresAt.toISOString() } })
}
