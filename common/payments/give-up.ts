import type { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { CANCELED, failPayment } from './finish.ts'
import { findGateway } from './gateways.ts'
import { lockActive } from './lock-active.ts'
import type { Payable } from './payables/payable.ts'
import { lockProviderRow } from './providers/row.ts'

/**
 * Gives up the payment that was begun for what is held and has not ended, if there is one: a customer
 * who changes their mind is never shut out by their own first try. `why`: for another attempt, or since it is over.
 */
export async function giveUpActive(
  tx: Tx,
  scope: Scope,
  payable: Payable,
  why: keyof typeof CANCELED,
): Promise<void> {
  const payment = await lockActive(tx, payable)
  if (payment?.status !== 'started') return
  if (why === 'replaced') await askFirst(tx, payment)
  await failPayment(tx, scope, { payment, payable }, CANCELED[why])
}

/**
 * Thrown where a payment is to make way that its provider still lets be paid: the transaction is undone, the provider
 * gives it up first, and the whole is done anew. `isProcessing`: a bank has it, and nobody can take it back.
 */
export class GiveUpFirst extends Error {
  readonly paymentId: number
  readonly isProcessing: boolean

  constructor(paymentId: number, isProcessing: boolean) {
    super('a payment has to be given up at its provider first')
    this.paymentId = paymentId
    this.isProcessing = isProcessing
  }
}

/** Once the provider was told, or could not be reached, the customer is not kept waiting by it. */
async function askFirst(tx: Tx, { id, method }: Payment): Promise<void> {
  if (!findGateway(method)) return
  const step = (await lockProviderRow(tx, id))?.step
  if (step === 'ask' || step === 'wait') throw new GiveUpFirst(id, step === 'wait')
}
