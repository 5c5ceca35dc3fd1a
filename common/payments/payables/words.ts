import { findCheckout } from '../../checkouts/find-checkout.ts'
import type { PaidWords } from '../../emails/words.ts'
import { openedInvoice } from '../../invoices/find-invoice.ts'
import type { Scope } from '../../projects/project.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { PayableName } from './payable.ts'

/** What a letter about a payment says of what it pays for, as it is now. */
export async function paidWords(tx: Tx, scope: Scope, { type, id }: PayableName): Promise<PaidWords> {
  if (type === 'invoice') return { invoice: await openedInvoice(tx.sql, scope, id) }
  const checkout = await findCheckout(tx.sql, scope, id, tx.now)
  if (!checkout) throw new Error(`checkout ${id} is gone, but not its payment`)
  return { checkout }
}
