import type { Tx } from '../../db/transaction.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockDueCheckout } from '../checkouts/lock.ts'
import { closeCheckout } from '../payments/close-checkout.ts'
import type { Project } from '../projects/project.ts'
import { traceJob } from '../runtime/log.ts'
import { clearTimer } from '../timers/set.ts'

/**
 * What is due for a checkout by its timer. One that was closed before its time is told of, and the
 * payment that was being made for it is given up. Else an open one past its time expires, unless a payment
 * that started in time has not ended; that payment's end asks again.
 */
export async function expireDueCheckout(tx: Tx, project: Project, checkoutId: number): Promise<void> {
  const { scope, checkout } = await lockDueCheckout(tx, project, checkoutId)
  const { status, expiresAt, closedBy, activePaymentId } = checkout
  if (status === 'open' && closedBy === null && expiresAt > tx.now) return
  if (status !== 'open' || (closedBy === null && activePaymentId !== null))
    return clearTimer(tx, 'checkout.expire', checkout.id)
  traceJob({ step: 'expire' })
  if (closedBy === null) await expireCheckout(tx, scope, checkout)
  else await closeCheckout(tx, scope, checkout)
  const fields = { step: 'expire', checkout_id: checkout.id, project_id: project.id }
  tx.steps.push({ name: 'checkout.expired', fields: { ...fields, due_at: expiresAt.toISOString() } })
}
