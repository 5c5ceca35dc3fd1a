import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { isAnyPending } from '../refunds/find.ts'
import { emailCustomer } from './email-customer.ts'
import { getPayment } from './find.ts'
import type { LockedPayment } from './locked-payment.ts'
import { leftOf } from './rules/sums.ts'

/** Money of a locked payment has been given back: its customer and its merchant are told. */
export async function tellRefunded(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  refundId: number,
): Promise<void> {
  const isAll = leftOf(payment) === 0 && !(await isAnyPending(tx.sql, payment.id))
  if (isAll) await save(tx, payment, { status: 'refunded' })
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.refunded', 'payment', found)
  const cause = `payment-${payment.id}-refund-${refundId}`
  const isThis = ({ id }: { id: number }) => id === refundId
  const refunds = [...found.refunds.filter((one) => !isThis(one)), ...found.refunds.filter(isThis)]
  await emailCustomer(tx, scope, 'payment_refunded', { ...found, refunds }, payable.row, cause)
}

/** A provider has not given back what it was told to: it is there to be given back again, and the merchant is told. */
export async function tellRefundFailed(
  tx: Tx,
  scope: Scope,
  { payment }: LockedPayment,
  amount: number,
): Promise<void> {
  await save(tx, payment, { amountRefunded: payment.amountRefunded - amount })
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.refund_failed', 'payment', found)
}
