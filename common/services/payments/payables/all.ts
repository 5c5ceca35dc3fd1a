import type { Tx } from '../../../../db/transaction.ts'
import type { PayableType } from '../../../domain/payments/object.ts'
import { lockCheckout } from '../../checkouts/lock.ts'
import { lockInvoice } from '../../invoices/lock.ts'
import type { Scope } from '../../projects/project.ts'
import { payableCheckout } from './checkout.ts'
import { payableInvoice } from './invoice.ts'
import type { Payable, PayableName } from './payable.ts'

const locks: Record<PayableType, (tx: Tx, scope: Scope, id: number) => Promise<Payable>> = {
  checkout: async (...args) => payableCheckout(await lockCheckout(...args, { withCustomer: true })),
  invoice: async (...args) => payableInvoice(await lockInvoice(...args, { withCustomer: true })),
}

/** Locks a checkout or invoice until the transaction ends, and its customer before it, whom a payment may change. */
export function lockPayable(tx: Tx, scope: Scope, { type, id }: PayableName): Promise<Payable> {
  return locks[type](tx, scope, id)
}
