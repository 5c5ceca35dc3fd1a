import type { Tx } from '../../../db/transaction.ts'
import type { PaymentStatus } from '../../domain/payments/status.ts'
import type { Amount } from '../../kit/money.ts'
import type { Payment } from './payments-table.ts'

/**
 * Notes for the audit log how much money of a saved payment has arrived or was refunded, and whether it is paid since then.
 * `statusBefore` is needed only for money that arrives. Amounts in another currency than the payment's are not noted, because an
 * entry has no currency.
 */
export function noteMoney(
  { sql }: Tx,
  { id, status, currency, receivedCurrency }: Payment,
  field: 'amount_received' | 'amount_refunded',
  from: Amount,
  to: Amount,
  statusBefore: PaymentStatus = status,
): void {
  const isPaid = status === 'paid' && statusBefore !== status
  if ((from === to && !isPaid) || (receivedCurrency ?? currency) !== currency) return
  const settled = isPaid ? [{ field: 'status', from: statusBefore, to: status }] : []
  sql.noteFields('payments', id, [{ field, from, to }, ...settled])
}
