import type { Tx } from '../../db/transaction.ts'
import { writeEmail } from '../emails/write.ts'
import { iso } from '../kit/time.ts'
import { linkExpiry } from '../links/decision.ts'
import type { Scope } from '../projects/project.ts'
import type { PaymentObject } from './object.ts'
import { paidPayload } from './payables/payload.ts'

/**
 * Writes to the merchant that a reported transfer waits for a decision, with a link that takes it.
 * `cause`: what the email is for; there is one per kind and cause.
 */
export async function emailMerchant(
  tx: Tx,
  scope: Scope,
  kind: 'transfer_reported' | 'transfer_due',
  payment: PaymentObject,
  cause: string,
): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidPayload(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind,
    cause,
    recipient: project.email,
    locale: project.locale,
    words: { ...paid, payment, link_expires_at: iso(linkExpiry()) },
  })
}

/** Writes to the merchant that the money of a locked payment can buy nothing and is to be given back. */
export async function emailRefundRequired(tx: Tx, scope: Scope, payment: PaymentObject): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidPayload(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind: 'refund_required',
    cause: `payment-${payment.id}`,
    recipient: project.email,
    locale: project.locale,
    words: { ...paid, payment },
  })
}
