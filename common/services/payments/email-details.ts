import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { emailCustomer } from './email-customer.ts'
import { getPayment } from './find.ts'
import type { LockedPayment } from './locked-payment.ts'

/**
 * Emails the customer the details of a manual payment, in case they lose the page. Once per payment, and a
 * second time if they `corrected` their address, so that the form cannot be used to flood an address.
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
