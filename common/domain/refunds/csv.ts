import { csvColumns } from '../../kit/csv.ts'
import type { RefundObject } from './object.ts'

const { plain, times, money } = csvColumns<RefundObject>()

/** The columns of exported refunds. */
export const refundCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('payment_id', 'status'),
  ...money(({ currency }) => currency, 'amount'),
  ...plain('currency', 'reason', 'note', 'failure_message'),
  ...times('updated_at'),
]
