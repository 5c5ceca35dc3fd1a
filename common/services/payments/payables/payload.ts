import type { Tx } from '../../../../db/transaction.ts'
import { getCheckout } from '../../checkouts/find.ts'
import type { PaidPayload } from '../../emails/kinds/paid.ts'
import { getOpenedInvoice } from '../../invoices/find.ts'
import type { Scope } from '../../projects/project.ts'
import type { PayableName } from './payable.ts'

/** Returns the current checkout or invoice of a payment, for an email. */
export async function paidPayload(tx: Tx, scope: Scope, { type, id }: PayableName): Promise<PaidPayload> {
  if (type === 'invoice') return { invoice: await getOpenedInvoice(tx.sql, scope, id) }
  return { checkout: await getCheckout(tx.sql, scope, id, tx.now) }
}
