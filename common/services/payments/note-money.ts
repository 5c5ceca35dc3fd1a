import type { Tx } from '../../../db/transaction.ts'
import type { Amount } from '../../kit/money.ts'
import type { Payment } from './payments-table.ts'

/**
 * Notes for the audit log how much money of a saved payment has arrived or was refunded. Amounts in another currency than the
 * payment's are not noted, because an entry has no currency.
 */
export function noteMoney(
  { sql }: Tx,
  { id, currency, receivedCurrency }: Payment,
  field: 'amount_received' | 'amount_refunded',
  from: Amount,
  to: Amount,
): void {
  if (from === to || (receivedCurrency ?? currency) !== currency) return
  sql.noteFields('payments', id, [{ field, from, to }])
}
