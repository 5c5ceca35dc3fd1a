import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import type { RefundReason, RefundStatus } from './object.ts'

/** Whose money goes back. */
interface OfPayment {
  id: number
  projectId: number
  isTest: boolean
  currency: string
  receivedCurrency: string | null
}

interface NewRefund {
  amount: Amount
  status: RefundStatus
  reason: RefundReason | null
  note: string | null
}

/** Writes down that money of a locked payment goes back, or has gone, in the currency in which it came. Answers the refund's id. */
export function writeRefund(tx: Tx, payment: OfPayment, refund: NewRefund): Promise<number> {
  return insertRow(tx.sql, 'refunds', {
    ...{ project_id: payment.projectId, is_test: payment.isTest, payment_id: payment.id },
    ...{ ...refund, currency: payment.receivedCurrency ?? payment.currency },
    ...{ created_at: tx.now, updated_at: tx.now },
  })
}
