import type { Payment } from '../../db/models/payment.ts'
import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { DAY, later } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { clearTimer } from '../timers/set.ts'
import { emailRefundRequired } from './email-merchant.ts'
import type { LockedPayment } from './locked-payment.ts'

const RECEIVED: readonly Payment['status'][] = ['paid', 'refund_required', 'refunded']

/** Money may still come under a reference: it is given to nobody else so long, in real time. */
const REFERENCE_RESTS = 60 * DAY

/**
 * The money of a locked payment has arrived. The one way to a completion, however often and from
 * wherever it is called: the first payment completes what it pays for, a further one, or one that
 * comes too late, is kept as `refund_required` and the merchant is told.
 */
export async function succeedPayment(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
): Promise<void> {
  if (RECEIVED.includes(payment.status)) return
  const wanted = await payable.wantsMoney(tx, scope)
  await end(tx, payment, { status: wanted ? 'paid' : 'refund_required' })
  if (wanted) return payable.complete(tx, scope, payment)
  await payable.turnAway(tx, scope)
  await emailRefundRequired(tx, scope, payment.id)
}

/** A locked payment has ended without money; what it was to pay may be paid by another. */
export async function failPayment(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  ended: { status: 'failed' | 'canceled'; failureMessage?: string | null; verifiedBy?: string },
): Promise<void> {
  await end(tx, payment, ended)
  if (payable.row.activePaymentId === payment.id) await payable.release(tx, scope, payment)
}

async function end(
  tx: Tx,
  payment: Payment,
  ended: Partial<Pick<Payment, 'status' | 'failureMessage' | 'verifiedBy'>>,
) {
  const referenceUntil = payment.openReference === null ? null : later(now(), REFERENCE_RESTS)
  await save(tx, payment, { ...ended, referenceUntil })
  await clearTimer(tx, 'payment.follow_up', payment.id)
}
