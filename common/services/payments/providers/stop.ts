import type { Tx } from '../../../../db/transaction.ts'
import { now } from '../../../runtime/clock.ts'
import { findGateway } from '../gateways.ts'
import type { Payment } from '../payments-table.ts'
import { changeProviderRow, lockProviderRow, planCallAt } from './row.ts'

/**
 * Plans to give up a locked payment at its provider, since it has ended here and must not be paid there. A
 * payment that is being opened is given up after that.
 */
export async function stopAtProvider(tx: Tx, payment: Payment): Promise<void> {
  if (findGateway(payment.method)) await stopAsking(tx, payment.id)
}

/** Makes the next call about a payment give it up. */
export async function stopAsking(tx: Tx, paymentId: number): Promise<void> {
  const row = await lockProviderRow(tx, paymentId)
  if (!row || (row.step !== 'ask' && row.step !== 'wait')) return
  await changeProviderRow(tx, row, { step: 'give_up' })
  await planCallAt(tx, row, now())
}
