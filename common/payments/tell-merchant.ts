import { writeEmail } from '../emails/write-email.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { linkExpiry } from './decision-link.ts'
import { findPayment } from './find-payment.ts'
import type { PaymentObject } from './object.ts'
import { paidWords } from './payables/words.ts'

/**
 * Writes to the merchant that a reported transfer waits for a decision, with a link that takes it.
 * `cause`: what the letter is for; there is one per kind and cause.
 */
export async function tellMerchant(
  tx: Tx,
  scope: Scope,
  kind: 'transfer_reported' | 'transfer_due',
  payment: PaymentObject,
  cause: string,
): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const paid = await paidWords(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind,
    cause,
    recipient: project.email,
    locale: project.locale,
    words: { ...paid, payment, link_expires_at: iso(linkExpiry()) },
  })
}

/** Writes to the merchant that the money of a locked payment can buy nothing and is to be given back. */
export async function tellOfRefund(tx: Tx, scope: Scope, paymentId: number): Promise<void> {
  const { project } = scope
  if (project.email === null) return
  const payment = await findPayment(tx.sql, scope, paymentId, tx.now)
  if (!payment) throw new Error(`payment ${paymentId} vanished while it was locked`)
  const paid = await paidWords(tx, scope, payment.payable)
  await writeEmail(tx, scope, {
    kind: 'refund_required',
    cause: `payment-${paymentId}`,
    recipient: project.email,
    locale: project.locale,
    words: { ...paid, payment },
  })
}
