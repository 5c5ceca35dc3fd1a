import type { Tx } from '../../../../db/transaction.ts'
import { now } from '../../../runtime/clock.ts'
import { findGateway } from '../gateways.ts'
import type { Payment } from '../payments-table.ts'
import { changeProviderRow, lockProviderRow, planCallAt } from './row.ts'

/**
 * A locked payment has ended without its money: its provider is to give it up, so that nobody pays what we no longer
 * wait for. One that is being opened is given up once it is.
 */
export async function stopAtProvider(tx: Tx, payment: Payment): Promise<void> {
  if (findGateway(payment.method)) await stopAsking(tx, payment.id)
}

/** From here on a payment is given up at its provider, whoever asks next. */
export async function stopAsking(tx: Tx, paymentId: number): Promise<void> {
  const row = await lockProviderRow(tx, paymentId)
  if (!row || (row.step !== 'ask' && row.step !== 'wait')) return
  await changeProviderRow(tx, row, { step: 'give_up' })
  await planCallAt(tx, row, now())
}
