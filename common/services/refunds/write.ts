import type { ModelTx } from '../../../db/transaction.ts'
import type { refundProperties, RefundStatus } from '../../domain/refunds/object.ts'
import type { Created } from '../../kit/field.ts'
import type { Amount } from '../../kit/money.ts'
import { Refund } from './refunds-table.ts'

/** The payment to refund. */
interface OfPayment {
  id: number
  projectId: number
  isTest: boolean
  currency: string
  receivedCurrency: string | null
}

interface NewRefund extends Created<typeof refundProperties> {
  amount: Amount
  status: RefundStatus
}

/** Creates a refund of a locked payment, in the currency of the received money. */
export function writeRefund(
  { now, transaction }: ModelTx,
  { id: paymentId, projectId, isTest, currency, receivedCurrency }: OfPayment,
  { amount, status, reason, note }: NewRefund,
): Promise<Refund> {
  const values = {
    ...{ projectId, isTest, paymentId, amount, status, reason: reason ?? null, note: note ?? null },
    currency: receivedCurrency ?? currency,
    ...{ createdAt: now, updatedAt: now },
  }
  return Refund.create(values, { transaction })
}
