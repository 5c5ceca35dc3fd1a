import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { emailCustomer } from './email-customer.ts'
import { getPayment } from './find.ts'
import type { LockedPayment } from './locked-payment.ts'

/**
 * Writes to the customer where to transfer to, so that whoever loses the page can still pay. Once for each payment,
 * and once more where they `corrected` their address: whoever plays with the form mails nobody at will.
 */
export async function emailDetails(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  { corrected = false }: { corrected?: boolean } = {},
): Promise<void> {
  if (payment.customerEmail === null) return
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  const cause = `payment-${payment.id}${corrected ? '-corrected' : ''}`
  await emailCustomer(tx, scope, 'transfer_details', found, payable.row, cause)
}
