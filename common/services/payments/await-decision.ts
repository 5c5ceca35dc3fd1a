import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { later } from '../../kit/time.ts'
import { getMethod } from '../../methods/all.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { emailCustomer } from './email-customer.ts'
import { emailReported } from './email-merchant.ts'
import { getPayment } from './find.ts'
import type { LockedPayment } from './locked-payment.ts'
import { planDigest } from './plan-digest.ts'

/**
 * Makes a locked manual payment `pending`: it waits for the merchant, who is notified, and so is the customer. With
 * `holdsOrder` the order waits too; a payment for an order that has ended waits alone.
 */
export async function awaitDecision(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  { payerName, holdsOrder }: { payerName: string | null; holdsOrder: boolean },
): Promise<void> {
  const { attempt } = getMethod(payment.method)
  await save(tx, payment, {
    status: 'pending',
    claimedAt: tx.now,
    payerName,
    ...{ failureCode: null, endedAt: null },
    expiresAt: later(tx.now, attempt.manual?.decidedWithin ?? 0),
  })
  if (holdsOrder) await payable.wait(tx, scope)
  const due = attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
  const pending = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.awaiting_verification', pending)
  await emailReported(tx, scope, pending)
  await emailCustomer(tx, scope, 'transfer_received_note', pending, payable.row, `payment-${payment.id}`)
  await planDigest(tx, scope, payment)
}
