import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { refundProperties, type RefundStatus } from '../../domain/refunds/object.ts'
import { type Created, createdColumns } from '../../kit/field.ts'
import type { Amount } from '../../kit/money.ts'

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

/** Inserts a refund of a locked payment, in the currency of the received money. Returns its id. */
export function writeRefund(tx: Tx, payment: OfPayment, refund: NewRefund): Promise<number> {
  return insert(tx.sql, 'refunds', {
    ...{ project_id: payment.projectId, is_test: payment.isTest, payment_id: payment.id },
    ...{ amount: refund.amount, status: refund.status, ...createdColumns(refundProperties, refund) },
    currency: payment.receivedCurrency ?? payment.currency,
    ...{ created_at: tx.now, updated_at: tx.now },
  })
}
