import type { Tx } from '../../../../db/transaction.ts'
import { setTimer } from '../../timers/set.ts'

/** Sets the timer that sends a pending refund to its provider, or checks it there, in real time. */
export function planRefund(tx: Tx, refund: { id: number; projectId: number }, at: Date): Promise<void> {
  return setTimer(tx, 'refund.send', refund, at)
}
