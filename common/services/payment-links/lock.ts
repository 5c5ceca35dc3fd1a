import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { getPaymentLinkRow } from './find.ts'
import type { PaymentLinkRow } from './rows.ts'

/** Locks a payment link of this project and mode until the transaction ends, or throws 404. It is locked last. */
export function lockPaymentLink(tx: Tx, scope: Scope, id: number): Promise<PaymentLinkRow> {
  return getPaymentLinkRow(tx.sql, scope, id, 'FOR UPDATE')
}

/** Locks a payment link so that it cannot change until the transaction ends, and returns its row. It is locked last. */
export function shareLockPaymentLink(tx: Tx, scope: Scope, id: number): Promise<PaymentLinkRow> {
  return getPaymentLinkRow(tx.sql, scope, id, 'LOCK IN SHARE MODE')
}
