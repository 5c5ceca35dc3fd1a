import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { CANCELED, failPayment } from './finish.ts'
import { findGateway } from './gateways.ts'
import { lockActive } from './locked-payment.ts'
import type { Payable } from './payables/payable.ts'
import type { Payment } from './payments-table.ts'
import { lockProviderRow } from './providers/row.ts'

/**
 * Cancels the started payment of a locked order, if there is one, so that a customer can choose again. `why`:
 * replaced by another attempt, or the order has ended.
 */
export async function giveUpActive(
  tx: Tx,
  scope: Scope,
  payable: Payable,
  why: keyof typeof CANCELED,
): Promise<void> {
  const payment = await lockActive(tx, payable)
  if (payment?.status !== 'started') return
  if (why === 'replaced') await requireCancelRequest(tx, payment)
  await failPayment(tx, scope, { payment, payable }, CANCELED[why])
}

/**
 * Thrown if a payment must be replaced that can still be paid at its provider. The transaction rolls back, the
 * provider cancels the payment, and the operation is retried. `isProcessing`: a bank is processing it, so it
 * cannot be canceled.
 */
export class GiveUpFirst extends Error {
  readonly paymentId: number
  readonly isProcessing: boolean

  constructor(paymentId: number, isProcessing: boolean) {
    super('a payment must be given up at its provider first')
    this.paymentId = paymentId
    this.isProcessing = isProcessing
  }
}

/**
 * Throws `GiveUpFirst` if the provider has not been asked to cancel. After that request the customer does not
 * wait for it.
 */
async function requireCancelRequest(tx: Tx, { id, method }: Payment): Promise<void> {
  if (!findGateway(method)) return
  const step = (await lockProviderRow(tx, id))?.step
  if (step === 'ask' || step === 'wait') throw new GiveUpFirst(id, step === 'wait')
}
