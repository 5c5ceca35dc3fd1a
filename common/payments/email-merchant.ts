import type { Tx } from '../../db/transaction.ts'
import { writeEmail } from '../emails/write.ts'
import { iso } from '../kit/time.ts'
import { linkExpiry } from '../links/decision.ts'
import type { Scope } from '../projects/project.ts'
import type { PaymentObject } from './object.ts'
import { paidPayload } from './payables/payload.ts'

/** Writes to the merchant that a transfer was reported and waits for a decision, with a link that takes it. */
export async function emailReported(tx: Tx, scope: Scope, payment: PaymentObject): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidPayload(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind: 'transfer_reported',
    cause: `payment-${payment.id}`,
    recipient: project.email,
    locale: project.locale,
    words: { ...paid, payment, link_expires_at: iso(linkExpiry()) },
  })
}

/**
 * Writes to the merchant that the money of a locked payment can buy nothing and is to be given back: once, and once more
 * where further money comes after some has gone back.
 */
export async function emailRefundRequired(tx: Tx, scope: Scope, payment: PaymentObject): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidPayload(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind: 'refund_required',
    cause: `payment-${payment.id}${payment.amount_refunded > 0 ? `-${payment.amount_received}` : ''}`,
    recipient: project.email,
    locale: project.locale,
    words: { ...paid, payment },
  })
}
