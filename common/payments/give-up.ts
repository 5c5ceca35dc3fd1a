import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { CANCELED, failPayment } from './finish.ts'
import { lockActive } from './lock-active.ts'
import type { Payable } from './payables/payable.ts'

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
  if (payment?.status === 'started') await failPayment(tx, scope, { payment, payable }, CANCELED[why])
}
