import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { getPayment } from './find.ts'
import { succeedPayment } from './finish.ts'
import { lockPendingPayment } from './lock.ts'
import type { PaymentObject } from './object.ts'

/**
 * The merchant has seen the money: this is the moment of payment. `verifiedBy` says who decided
 * (`api`, `cli` …). 409 `payment_not_pending` where there is nothing to decide.
 */
export async function confirmTransfer(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  verifiedBy: string,
): Promise<PaymentObject> {
  const locked = await lockPendingPayment(tx, scope, paymentId)
  await save(tx, locked.payment, { verifiedBy })
  await succeedPayment(tx, scope, locked)
  return getPayment(tx.sql, scope, paymentId, tx.now)
}
