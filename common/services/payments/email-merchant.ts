import type { Tx } from '../../../db/transaction.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { iso } from '../../kit/time.ts'
import { writeEmail } from '../emails/write.ts'
import { linkExpiry } from '../links/decision.ts'
import type { Scope } from '../projects/project.ts'
import { paidPayload } from './payables/payload.ts'

/** Emails the merchant that a manual payment awaits a decision, with a link to decide. */
export async function emailReported(tx: Tx, scope: Scope, payment: PaymentObject): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidPayload(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind: 'transfer_reported',
    cause: `payment-${payment.id}`,
    recipient: project.email,
    locale: project.locale,
    payload: { ...paid, payment, link_expires_at: iso(linkExpiry()) },
  })
}

/** Returns the cause of emails about money to refund. It is another one if further money arrives after a refund. */
export function refundCause({
  id,
  amount_refunded: refunded,
  amount_received: received,
}: PaymentObject): string {
  return `payment-${id}${refunded > 0 ? `-${received}` : ''}`
}

/**
 * Emails the merchant that a locked payment's money must be refunded. Once, and again if further money
 * arrives after a refund.
 */
export async function emailRefundRequired(tx: Tx, scope: Scope, payment: PaymentObject): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidPayload(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind: 'refund_required',
    cause: refundCause(payment),
    recipient: project.email,
    locale: project.locale,
    payload: { ...paid, payment },
  })
}

/** Emails the merchant that a succeeded refund has failed: the customer does not have the money. */
export async function emailRefundFailed(
  tx: Tx,
  scope: Scope,
  payment: PaymentObject,
  refundId: number,
): Promise<void> {
  const { project } = scope
  const refund = payment.refunds.find(({ id }) => id === refundId)
  if (project.email === null || !refund) return
  const paid = await paidPayload(tx, scope, payment.payable)
  const { amount, currency } = refund
  await writeEmail(tx, scope, {
    kind: 'refund_failed',
    cause: `refund-${refundId}`,
    recipient: project.email,
    locale: project.locale,
    payload: { ...paid, payment, refund: { amount, currency } },
  })
}
