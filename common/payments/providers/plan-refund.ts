import type { Tx } from '../../../db/transaction.ts'
import { setRealTimer } from '../../timers/set.ts'

/** A pending refund is sent to its provider, or asked about there, at a real time. */
export function planRefund(tx: Tx, refund: { id: number; projectId: number }, at: Date): Promise<void> {
  return setRealTimer(tx, 'refund.send', refund, at)
}
